import {
  type CertifiedSpec,
  decide,
  isCertified,
  isSetMethod,
  type MethodSpec,
  questionsRefusal,
  ranksQuestions,
  readsSignal,
  readsWindow,
  ruleOf,
  sequentialTokens,
  sweepMethod,
  sweptTo,
  sweptValues,
  tokensUsed,
  type TrialMethodSpec,
  type Vote,
} from '@cges-fleet/methods'
import { calibrationOf, certifiedStops } from '../certified-stops.js'
import { grade, type Grades } from '../grade.js'
import { type DscRanking, ordersFor } from '../orders.js'
import type { Recording } from '../recording.js'
import type { Stop } from '../certified-stops.js'
import { permute, stopsOn } from '../run-seed.js'

/**
 * A method at every value of its own threshold: by value, each question's share of right answers, its calls, the tokens
 * generated for them, and those of them that come one after another, over the seeds; tokens are NaN if the log does not
 * record those of every call, or a rule that decides sets of questions does not tell their order.
 */
export interface SweptQuestions {
  readonly values: readonly number[]
  readonly right: readonly Float64Array[]
  readonly calls: readonly Float64Array[]
  readonly tokens: readonly Float64Array[]
  readonly sequential: readonly Float64Array[]
}

/** The input of a sweep; `pools` as one method reads them, each at least as long as its budget. */
export interface SweepInput {
  readonly recordings: readonly Recording[]
  readonly pools: readonly (readonly Vote[])[]
  readonly seeds: number
  readonly grades: Grades
  readonly dscRanking: DscRanking
  /** Called with the fraction done, from 0 to 1. */
  readonly onShare?: (share: number) => void
}

/** Runs a method at every value it is swept over; null if it has none, or samples end before it does. */
export function sweepQuestions(spec: MethodSpec, input: SweepInput): SweptQuestions | null {
  const swept = sweptIn(spec, input.recordings)
  if (swept === null) return null
  if (isSetMethod(spec) || isCertified(spec)) return sweepSets(spec, input, swept.values)
  const stopsOf = (votes: readonly Vote[]): readonly At[] =>
    (sweepMethod(spec, votes, swept.values) ?? []).map((decision) => (decision.state === 'stopped' ? decision : null))
  const readsAnswers = readsSignal(spec) === null && readsWindow(spec) === null
  const specs = swept.values.map((value) => sweptTo(spec, swept, value))
  return sumUp(specs, input, swept.values, readsAnswers ? byPattern(stopsOf, spec.budget) : stopsOf)
}

/** The plurality of the first `budget` samples, on the same permutations. */
export function pluralityAt(budget: number, input: SweepInput): SweptQuestions | null {
  const spec = { method: 'sc', budget } as const
  return sumUp([spec], input, [budget], (votes) => {
    const decision = decide(spec, votes)
    return [decision.state === 'stopped' ? decision : null]
  })
}

/** If a question's samples depend on the other questions, each value is a separate run on all of them. */
function sweepSets(
  spec: MethodSpec,
  { recordings, pools, seeds, grades, dscRanking, onShare }: SweepInput,
  values: readonly number[],
): SweptQuestions | null {
  const sums = emptySums(values, recordings.length)
  const stopsOf = (each: MethodSpec, permuted: readonly (readonly Vote[])[], seed: number): readonly (Stop | null)[] =>
    isCertified(each)
      ? certifiedStops(each, permuted, calibrationOf(each, recordings, seed)).stops
      : stopsOn(each, permuted, ordersFor(spec, recordings, permuted, dscRanking))
  for (let seed = 0; seed < seeds; seed += 1) {
    onShare?.(seed / seeds)
    const permuted = recordings.map(({ id }, question) => permute(pools[question] ?? [], seed, id))
    for (const [place, value] of values.entries()) {
      for (const [question, stop] of stopsOf(atValue(spec, value), permuted, seed).entries()) {
        const recording = recordings[question]
        if (stop === null || recording === undefined) return null
        add(sums.right[place], question, grade(recording, stop.answer, grades) / seeds)
        add(sums.calls[place], question, stop.calls / seeds)
        add(sums.tokens[place], question, (stop.tokens ?? Number.NaN) / seeds)
        add(sums.sequential[place], question, (stop.sequential ?? Number.NaN) / seeds)
      }
    }
  }
  return { values, ...sums }
}

function emptySums(values: readonly number[], questions: number) {
  const empty = (): Float64Array[] => values.map(() => new Float64Array(questions))
  return { right: empty(), calls: empty(), tokens: empty(), sequential: empty() }
}

/** Sums up stops at every value; `specs` are the method at each. */
function sumUp(
  specs: readonly TrialMethodSpec[],
  { recordings, pools, seeds, grades, onShare }: SweepInput,
  values: readonly number[],
  stopsOf: (votes: readonly Vote[]) => readonly At[],
): SweptQuestions | null {
  const sums = emptySums(values, recordings.length)
  for (const [question, recording] of recordings.entries()) {
    onShare?.(question / recordings.length)
    const gradeOf = remembered((answer: string | null) => grade(recording, answer, grades))
    for (let seed = 0; seed < seeds; seed += 1) {
      const votes = permute(pools[question] ?? [], seed, recording.id)
      const stops = stopsOf(votes)
      for (const [place, spec] of specs.entries()) {
        const stop = stops[place] ?? null
        if (stop === null) return null
        const { tokens, sequential } = tokensOf(spec, votes, stop.calls)
        add(sums.right[place], question, gradeOf(stop.answer) / seeds)
        add(sums.calls[place], question, stop.calls / seeds)
        add(sums.tokens[place], question, tokens / seeds)
        add(sums.sequential[place], question, sequential / seeds)
      }
    }
  }
  return { values, ...sums }
}

/** What so many calls cost in tokens, all and one after another; NaN if those of one are not known. */
function tokensOf(spec: TrialMethodSpec, votes: readonly Vote[], calls: number) {
  const roundsOf = (made: number) => ruleOf(spec).rounds(spec, made)
  return {
    tokens: tokensUsed(spec, votes, calls) ?? Number.NaN,
    sequential: sequentialTokens(spec, votes, calls, roundsOf) ?? Number.NaN,
  }
}

function add(sums: Float64Array | undefined, at: number, value: number): void {
  if (sums !== undefined) sums[at] = (sums[at] ?? 0) + value
}

function remembered<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const now = work(key)
    known.set(key, now)
    return now
  }
}

/** A stop as a sweep reads it; null if the samples end before it. */
type At = { readonly calls: number; readonly answer: string | null } | null

type Stops = (votes: readonly Vote[]) => readonly At[]

/** Patterns remembered at most, which bounds the memory of a sweep over many questions. */
const MOST = 200_000

/**
 * Decides votes with the same pattern of agreement only once: a rule that reads answers alone depends only on which of
 * them are equal. Each pattern is kept with the calls of its stops and the places of their answers among those seen.
 */
function byPattern(stopsOf: Stops, budget: number): Stops {
  const known = new Map<string, readonly ({ readonly calls: number; readonly place: number } | null)[]>()
  return (votes) => {
    const seen: string[] = []
    const pattern = votes
      .slice(0, budget)
      .map(({ answer }) => placeIn(seen, answer))
      .join(' ')
    const stops =
      known.get(pattern) ??
      stopsOf(votes).map((stop) => stop && { calls: stop.calls, place: placeIn(seen, stop.answer) })
    if (known.size < MOST) known.set(pattern, stops)
    return stops.map((stop) => stop && { calls: stop.calls, answer: seen[stop.place] ?? null })
  }
}

/** The place of an answer among those seen, to which a new one is added; −1 for none. */
function placeIn(seen: string[], answer: string | null): number {
  if (answer === null) return -1
  const at = seen.indexOf(answer)
  return at < 0 ? seen.push(answer) - 1 : at
}

/** The parameter a method is swept over, with its values in ascending order, the method's own among them. */
interface SweptIn {
  readonly parameter: string
  readonly configured: number
  readonly values: readonly number[]
}

/** Calls a question that a total is swept over; each question gets one at least. */
const SHARES = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 24, 32, 64]
/** The values DSC's threshold is swept over: it decides a set anew at each. */
const THRESHOLDS = [0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 0.99, 0.999]
/** How many stops may differ from the full vote, over which a certified threshold is swept. */
const ALPHAS = [0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3]

/**
 * Returns the parameter a method is swept over on these questions: its own threshold, the total calls of one with a
 * total budget, or the α of one whose threshold is certified.
 */
export function sweptIn(spec: MethodSpec, recordings: readonly Pick<Recording, 'replicate'>[]): SweptIn | null {
  const questions = recordings.filter(({ replicate }) => replicate === 0).length
  if ('totalCalls' in spec) {
    const totals = SHARES.filter((share) => share <= spec.budget).map((share) => Math.round(share * questions))
    return around('totalCalls', spec.totalCalls, totals)
  }
  if (ranksQuestions(spec)) return around('threshold', spec.threshold, THRESHOLDS)
  if (!isCertified(spec)) return sweptValues(spec)
  const alphas = ALPHAS.filter((alpha) => questionsRefusal(promising(spec, alpha), questions, [spec.budget]) === null)
  return around('certified', spec.certified[0], alphas)
}

/** A method at one value of its swept parameter, if its results on other questions depend on it; else unchanged. */
function atValue(spec: MethodSpec, value: number): MethodSpec {
  if ('totalCalls' in spec) return { ...spec, totalCalls: value }
  if (isCertified(spec)) return promising(spec, value)
  return ranksQuestions(spec) ? { ...spec, threshold: value } : spec
}

function promising(spec: CertifiedSpec, alpha: number): CertifiedSpec {
  return { ...spec, certified: [alpha, spec.certified[1]] }
}

function around(parameter: string, configured: number, others: readonly number[]): SweptIn {
  return { parameter, configured, values: [...new Set([...others, configured])].toSorted((a, b) => a - b) }
}
