import { type CertifiedReport, counted, inNumber } from '@cges-fleet/core'
import { calibrationSize, type Certification, type CertifiedSpec } from '@cges-fleet/methods'

/** Of a certified method: what was fixed, in how large a set of questions, and its sums over what it resolved. */
interface CertifiedTotals {
  readonly fixed?: Certification | null
  readonly questions?: number
}

/** The trials it resolved, and the calls they were charged. */
interface ResolvedSums {
  readonly resolved: number
  readonly calls: number
}

/**
 * Reports a certified threshold: its promise, what was fixed, and its mean calls on the trials nothing was fixed on, which
 * is what the threshold itself costs. Calibration questions are charged their whole budget each.
 */
export function certifiedReport(
  spec: CertifiedSpec,
  { fixed = null, questions = 0 }: CertifiedTotals,
  { resolved, calls }: ResolvedSums,
  interim: boolean,
): CertifiedReport {
  const [alpha, delta] = spec.certified
  const size = calibrationSize(spec)
  const isShared = size >= questions
  const charged = fixed === null || isShared ? 0 : fixed.questions
  const others = resolved - charged
  const callsWithout =
    interim || isShared || fixed === null || others <= 0 ? null : (calls - charged * spec.budget) / others
  const report = { alpha, delta, wanted: Math.min(size, questions), fixed, callsWithout }
  return { ...report, said: inWords(spec, report) }
}

function inWords({ budget }: CertifiedSpec, report: Omit<CertifiedReport, 'said'>): string {
  const { alpha, delta, wanted, fixed, callsWithout } = report
  const promise = `with probability ${percent(1 - delta)} at most ${percent(alpha)} of questions get another answer than by the vote of all ${counted(budget, 'sample')}`
  if (fixed === null)
    return `its threshold is fixed once ${counted(wanted, 'question')} ${inNumber(wanted, 'is', 'are')} drawn whole, so that ${promise}`
  const { threshold, questions, disagreements, leftOut } = fixed
  const out = leftOut === 0 ? '' : `; ${leftOut} more could not be drawn, and the promise is not about such questions`
  if (threshold === null) {
    return `no threshold promises that ${promise}: on ${counted(questions, 'question')} drawn whole the strictest differs in ${disagreements}${out}. Every question takes all ${counted(budget, 'sample')}`
  }
  const cost =
    callsWithout === null
      ? ''
      : `; the other questions take ${callsWithout.toFixed(2)} calls each, and its mean counts the ${budget} of these too`
  return `its threshold ${threshold} promises that ${promise}: on ${counted(questions, 'question')} drawn whole ${disagreements} ${inNumber(disagreements, 'differs', 'differ')}${out}${cost}`
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`
}
