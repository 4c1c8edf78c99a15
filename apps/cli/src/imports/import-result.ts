import { GRADING_VERSION } from '@cges-fleet/answers'
import {
  counted,
  countedOf,
  type EvaluationView,
  type FinalStatistics,
  type MethodReport,
  type MethodStatistics,
} from '@cges-fleet/core'
import type { DataDescription, ReadingRules } from '@cges-fleet/formats'
import { isNobodyRight } from '@cges-fleet/statistics'
import { digestText } from '../replay/digest-check.js'
import { percent, signed } from '../shell/format.js'

/**
 * Formats the calls, and if known the tokens, that the cheapest rule shown to keep the accuracy would have saved, with its
 * paired difference to its baseline. If none is, or nothing was compared, of the rule nearest to it; null if nothing is
 * decided, or no answer is right.
 */
export function savedSentence(view: EvaluationView, final: FinalStatistics | null): string | null {
  const decided = view.methods.flatMap((method) =>
    method.accuracy === null || method.calls === null
      ? []
      : [{ ...method, accuracy: method.accuracy, calls: method.calls, compared: comparedOf(final, method) }],
  )
  if (isNobodyRight(view.methods)) return null
  const byCalls = decided.toSorted((a, b) => a.calls - b.calls)
  const kept = byCalls.find(({ compared }) => compared !== null && KEPT.has(compared.judgement))
  const near = byCalls.filter(({ compared }) => compared !== null).toSorted((a, b) => lossOf(a) - lossOf(b))[0]
  const chosen = kept ?? near ?? byCalls.toSorted((a, b) => b.accuracy.value - a.accuracy.value)[0]
  if (chosen === undefined) return null
  const { budget } = chosen.spec
  const spent = Math.round(chosen.calls * chosen.resolved)
  const all = budget * chosen.resolved
  const sc = decided.find(({ spec }) => spec.method === 'sc' && spec.budget === budget)
  return [
    ...(kept === undefined && near !== undefined ? ['No method is shown to keep the accuracy. The nearest:'] : []),
    `With ${chosen.label} this log would have taken ${chosen.calls.toFixed(2)} calls a question instead of ${budget}:`,
    `${countedOf(all - spent, all, 'call')} saved (${percent(1 - spent / all)})${tokensOf(chosen, sc)},`,
    sc === undefined
      ? `at an accuracy of ${share(chosen.accuracy)}.`
      : `at an accuracy of ${share(chosen.accuracy)}, where ${sc.label} has ${share(sc.accuracy)}.`,
    ...pairedSentence(chosen.compared, sc),
    ...(decided.length > 2 ? [`Chosen from ${counted(decided.length, 'method')} on these questions.`] : []),
  ].join(' ')
}

const KEPT: ReadonlySet<string> = new Set(['better', 'non-inferior'])

function comparedOf(final: FinalStatistics | null, { key }: MethodReport): MethodStatistics['comparison'] {
  return final?.methods.find((method) => method.key === key)?.comparison ?? null
}

/** The most accuracy that a method can lose to its baseline, as a share. */
function lossOf({ compared }: { readonly compared: MethodStatistics['comparison'] }): number {
  return -(compared?.accuracy.low ?? 0)
}

const points = (difference: number): string => signed(100 * difference, 1)

/** The difference on the same questions, which the two intervals do not show. */
function pairedSentence(comparison: MethodStatistics['comparison'], sc: MethodReport | undefined): string[] {
  if (comparison === null || sc === undefined || comparison.baseline !== sc.key) return []
  const { value, low, high } = comparison.accuracy
  return [
    `Paired by question: ${points(value)} points, 95 % interval ${points(low)} to ${points(high)}, on ${counted(comparison.questions, 'question')}.`,
  ]
}

type WithTokens = Pick<MethodReport, 'tokens'>

function tokensOf(chosen: WithTokens, sc: WithTokens | undefined): string {
  if (chosen.tokens === null || sc === undefined || sc.tokens === null || sc.tokens === 0) return ''
  return `, and ${chosen.tokens.toFixed(0)} tokens a question instead of ${sc.tokens.toFixed(0)} (${percent(1 - chosen.tokens / sc.tokens)})`
}

function share(accuracy: NonNullable<MethodReport['accuracy']>): string {
  return `${percent(accuracy.value)} (${percent(accuracy.low)} – ${percent(accuracy.high)})`
}

/** Compares the digest of an import with that of the evaluation its data were exported from. */
export function importedDigest(
  description: DataDescription,
  view: EvaluationView,
  rules: ReadingRules,
  replicates: number,
): string {
  const { evaluation, digest } = description
  const isVerified = digest !== null && view.digest === digest
  const why = isVerified ? null : whyOf(description, view, rules, replicates)
  return digestText({ evaluation, digest, replayed: view.digest, isVerified, why })
}

function whyOf(
  { digest, methods, paper, gradingVersion }: DataDescription,
  view: EvaluationView,
  rules: ReadingRules,
  replicates: number,
): string {
  if (digest === null) return 'the evaluation was not done when it was exported, and had none yet'
  if (view.digest === null) return `the import is ${view.status}, and has none`
  if (
    methods.toSorted().join() !==
    view.methods
      .map(({ key }) => key)
      .toSorted()
      .join()
  ) {
    return 'it is one of other methods'
  }
  if (replicates > 1) return `the ${replicates} replicates of each question are one question’s samples here`
  if (paper) return 'its votes compared answers as they were written, and an import’s compare values'
  if (rules.from === 'text') return 'answers were read again from the texts (--answers text)'
  if (gradingVersion !== GRADING_VERSION) {
    return `it was made by grading version ${gradingVersion ?? 'unknown'}, and this program has ${GRADING_VERSION}`
  }
  return 'the file is not as it was exported: rows of it were changed, or are missing'
}
