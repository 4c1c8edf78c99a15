import {
  answeredBy,
  type DecidedDifference,
  type EvaluationStatistics,
  type EvaluationView,
  evaluationWarningWords,
  failedOf,
  interimWords,
  type Judgement,
  type MethodStatistics,
  type NotCompared,
  notComparedWords,
  type PairedComparison,
  type Provenance,
} from '@cges-fleet/core'
import { findMethod, methodKey } from '@cges-fleet/methods'
import { judgeDifference } from '@cges-fleet/statistics'
import { UsageError } from '../errors.js'

export interface CheckTerms {
  /** The accepted loss in accuracy, in points. */
  readonly delta: number
  /** The most calls a question a method may be charged on average; null: any. */
  readonly maxCalls: number | null
  /** The most tokens a question it may generate on average; null: any. */
  readonly maxTokens: number | null
  /** The methods to check, in their text form; all but baselines if empty. */
  readonly methods: readonly string[]
}

/** The result for one method: passed, failed, or undecidable. */
export interface CheckedMethod {
  readonly method: string
  readonly result: 'passed' | 'failed' | 'undecided'
  readonly judgement: Judgement | null
  readonly reason: string
  readonly calls: number | null
  /** Null if those of some calls are not known. */
  readonly tokens: number | null
  readonly comparison: PairedComparison | null
}

export interface Check {
  readonly evaluation: {
    readonly id: string
    readonly name: string
    readonly simulated: boolean
    /** The origin of the answers. */
    readonly provenance: Provenance
  }
  readonly delta: number
  readonly maxCalls: number | null
  readonly maxTokens: number | null
  /** `copies` where the samples are copies of each other, whatever the methods' results are. */
  readonly result: CheckedMethod['result'] | 'copies'
  /** What is wrong with the samples; null if nothing is. */
  readonly copies: string | null
  /** How many of its questions failed, `10 of 20 failed`: it passes only without them. Null if none did. */
  readonly incomplete: string | null
  readonly methods: readonly CheckedMethod[]
}

/** Checks a finished evaluation against a team's criteria, for CI to act on. Pure. */
export function checkEvaluation(view: EvaluationView, statistics: EvaluationStatistics, terms: CheckTerms): Check {
  const { final, interim } = statistics
  const { id, name, simulated } = view
  const of = {
    evaluation: { id, name, simulated, provenance: answeredBy(view) },
    delta: terms.delta,
    maxCalls: terms.maxCalls,
    maxTokens: terms.maxTokens,
    copies: copiesIn(view),
    incomplete: failedOf(view),
  }
  const wanted = wantedMethods(view, statistics, terms)
  const methods = wanted.map((method): CheckedMethod => {
    const found = final?.methods.find(({ key }) => key === method)
    if (statistics.decided !== null) return checkDecided(method, view, { ...terms, decided: statistics.decided })
    return found === undefined
      ? undecided(method, interim === null ? 'it has no statistics' : interimWords(interim))
      : checkMethod(found, final?.notCompared ?? null, terms)
  })
  const results = methods.map(({ result }) => result)
  if (of.copies !== null) return { ...of, result: 'copies', methods }
  if (results.includes('failed')) return { ...of, result: 'failed', methods }
  const isOpen = results.length === 0 || results.includes('undecided') || of.incomplete !== null
  return { ...of, result: isOpen ? 'undecided' : 'passed', methods }
}

type Decided = CheckTerms & { readonly decided: readonly DecidedDifference[] }

/**
 * Checks a method of an evaluation that its `until` ended, by limits that hold at every look and for all methods together:
 * it fails where it is shown to lose more than is accepted, and passes where it is shown not to.
 */
function checkDecided(
  key: string,
  view: EvaluationView,
  { delta, maxCalls, maxTokens, decided }: Decided,
): CheckedMethod {
  const live = view.methods.find((method) => method.key === key)?.live ?? null
  if (live === null) return undecided(key, 'none of its questions is finished')
  const of = { method: key, judgement: null, calls: live.calls, tokens: null, comparison: null }
  if (maxCalls !== null && live.calls > maxCalls)
    return { ...of, result: 'failed', reason: `${live.calls.toFixed(2)} calls a question are more than ${maxCalls}` }
  if (maxTokens !== null)
    return { ...of, result: 'undecided', reason: 'its tokens are known once it is extended to its end' }
  const difference = decided.find((each) => each.key === key)
  if (difference === undefined)
    return { ...of, result: 'undecided', reason: 'it is a baseline: nothing to compare it with' }
  const { baseline, value, low, high, n } = difference
  const margin = delta / 100
  const result = high < -margin ? 'failed' : low >= -margin ? 'passed' : 'undecided'
  const reason = `${points(value)} [${points(low)}, ${points(high)}] points against ${baseline} for all questions, by the first ${n} finished`
  return { ...of, result, reason }
}

function copiesIn({ independence: { state, copied, questions } }: EvaluationView): string | null {
  return state === 'copies'
    ? evaluationWarningWords({ kind: 'copies', counts: { copied, questions }, why: null })
    : null
}

function wantedMethods(
  { methods }: EvaluationView,
  { final, decided }: EvaluationStatistics,
  terms: CheckTerms,
): string[] {
  const specs = methods.map(({ spec }) => spec)
  if (terms.methods.length > 0) {
    return terms.methods.map((text) => {
      const found = findMethod(specs, text)
      if (found !== null) return methodKey(found)
      throw new UsageError(
        `--method "${text}" matches no method, or more than one. Write one in full: ${methods.map(({ label }) => label).join(', ')}`,
      )
    })
  }
  const compared = decided ?? final?.methods.flatMap(({ comparison }) => comparison ?? []) ?? []
  const baselines = compared.map(({ baseline }) => baseline)
  const judged = methods.filter(({ key, spec }) => !baselines.includes(key) && spec.method !== 'sc')
  return (judged.length === 0 ? methods.filter(({ key }) => !baselines.includes(key)) : judged).map(({ key }) => key)
}

function checkMethod(method: MethodStatistics, notCompared: NotCompared | null, terms: CheckTerms): CheckedMethod {
  const { key, comparison } = method
  const calls = method.calls?.value ?? null
  const tokens = method.tokens?.value ?? null
  const judgement =
    comparison === null ? null : judgeDifference({ ...comparison.accuracy, holmP: comparison.holmP }, terms.delta / 100)
  const of = { method: key, judgement, calls, tokens, comparison }
  if (terms.maxCalls !== null && calls !== null && calls > terms.maxCalls) {
    return { ...of, result: 'failed', reason: `${calls.toFixed(2)} calls a question are more than ${terms.maxCalls}` }
  }
  if (terms.maxTokens !== null && tokens === null) {
    return { ...of, result: 'undecided', reason: 'the tokens of some of its calls are not known' }
  }
  if (terms.maxTokens !== null && tokens !== null && tokens > terms.maxTokens) {
    return {
      ...of,
      result: 'failed',
      reason: `${tokens.toFixed(0)} tokens a question are more than ${terms.maxTokens}`,
    }
  }
  if (comparison === null || judgement === null) {
    const why = notCompared === null ? 'it is a baseline: nothing to compare it with' : notComparedWords(notCompared)
    return undecided(key, why)
  }
  const reason = `${judgement}: ${inWords(comparison)}`
  if (judgement === 'worse') return { ...of, result: 'failed', reason }
  return { ...of, result: judgement === 'inconclusive' ? 'undecided' : 'passed', reason }
}

function inWords({ accuracy, baseline, holmP, minimumDetectable }: PairedComparison): string {
  const interval = `[${points(accuracy.low)}, ${points(accuracy.high)}]`
  return (
    `${points(accuracy.value)} ${interval} points against ${baseline}, p ${holmP.toPrecision(2)} after Holm; ` +
    `differences of ${(100 * minimumDetectable).toFixed(1)} points or more can be detected`
  )
}

function points(share: number): string {
  return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`
}

function undecided(method: string, reason: string): CheckedMethod {
  return { method, result: 'undecided', judgement: null, reason, calls: null, tokens: null, comparison: null }
}
