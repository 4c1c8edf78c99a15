import { counted, inNumber } from './counted.js'
import type { CertifiedReport, EvaluationView } from './schemas/evaluation-view.js'

/** Says what a certified method promises, and what was fixed; to be read after the method's name and a colon. */
export function certifiedWords(report: CertifiedReport, budget: number): string {
  const { alpha, delta, wanted, fixed, callsWithout } = report
  const promise = `with probability ${rounded(1 - delta)}, at most ${rounded(alpha)} of questions get another answer than the vote of all ${counted(budget, 'sample')}`
  if (fixed === null) {
    return `its threshold is fixed once ${counted(wanted, 'question')} ${inNumber(wanted, 'is', 'are')} drawn whole. It will promise: ${promise}.`
  }
  const { threshold, questions, disagreements, leftOut } = fixed
  const out =
    leftOut === 0 ? '' : ` Another ${leftOut} could not be drawn whole, and the promise does not cover such questions.`
  if (threshold === null) {
    return `no threshold keeps the promise: ${promise}. On ${counted(questions, 'question')} drawn whole, the strictest threshold differs on ${disagreements}.${out} Every question takes all ${counted(budget, 'sample')}.`
  }
  const cost =
    callsWithout === null
      ? ''
      : ` The other questions take ${callsWithout.toFixed(2)} calls each; the mean also counts the ${budget} of these.`
  return `its threshold ${threshold} promises: ${promise}. On ${counted(questions, 'question')} drawn whole, ${disagreements} ${inNumber(disagreements, 'differs', 'differ')}.${out}${cost}`
}

/** Says in sentences what an evaluation's audit drew, and how often each method agrees with the whole vote. */
export function auditWords({ audit, methods }: Pick<EvaluationView, 'audit' | 'methods'>): string[] {
  if (audit === null) return []
  const { budget, trials, found } = audit
  const whole = `to all ${counted(budget, 'sample')}`
  if (found === null)
    return [`Audit: ${counted(trials, 'question')} ${inNumber(trials, 'is', 'are')} drawn on ${whole}.`]
  const lacking = trials - found.whole
  const labels = new Map(methods.map(({ key, label }) => [key, label]))
  return [
    `Audit: ${counted(trials, 'question')} ${inNumber(trials, 'was', 'were')} drawn on ${whole}. Its ${counted(found.calls, 'call')} and ${counted(found.tokens, 'token')} count for no method.`,
    ...(lacking === 0
      ? []
      : [`Audit: ${lacking} could not be drawn whole and ${inNumber(lacking, 'counts', 'count')} in no share.`]),
    ...found.methods.map(
      ({ key, value, low, high, n }) =>
        `${labels.get(key) ?? key}: stops agree with SC@${budget} in ${percent(value)} % [${percent(low)}, ${percent(high)}], by ${counted(n, 'audited stop')}.`,
    ),
  ]
}

function rounded(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`
}

function percent(share: number): string {
  return (100 * share).toFixed(1)
}
