import {
  decide,
  isCertified,
  isSetMethod,
  type MethodSpec,
  readsSignal,
  readsWindow,
  sweepMethod,
  tokensUsed,
  type Vote,
} from '@cges-fleet/methods'
import { calibrationOf, certifiedStops } from '../certified-stops.js'
import type { DscRanking } from '../difficulty-order.js'
import { grade, type Grades } from '../grade.js'
import { ordersFor } from '../orders-for.js'
import type { Recording } from '../recording.js'
import { permute, type Stop, stopsOn } from '../run-seed.js'
import { type At, byPattern } from './by-pattern.js'
import { atValue, sweptIn } from './swept-in.js'

/**
 * A method at every value of its own threshold: by value, each question's share of right answers, its calls and the
 * tokens generated for them over the seeds; tokens are NaN if the log does not record those of every call.
 */
export interface SweptQuestions {
  readonly values: readonly number[]
  readonly right: readonly Float64Array[]
  readonly calls: readonly Float64Array[]
  readonly tokens: readonly Float64Array[]
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
  return sumUp(spec, input, swept.values, readsAnswers ? byPattern(stopsOf, spec.budget) : stopsOf)
}

/** The plurality of the first `budget` samples, on the same permutations. */
export function pluralityAt(budget: number, input: SweepInput): SweptQuestions | null {
  const spec = { method: 'sc', budget } as const
  return sumUp(spec, input, [budget], (votes) => {
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
      }
    }
  }
  return { values, ...sums }
}

function emptySums(values: readonly number[], questions: number) {
  const empty = (): Float64Array[] => values.map(() => new Float64Array(questions))
  return { right: empty(), calls: empty(), tokens: empty() }
}

function sumUp(
  spec: MethodSpec,
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
      const tokensOf = remembered((calls: number) => tokensUsed(spec, votes, calls) ?? Number.NaN)
      const stops = stopsOf(votes)
      for (const [place] of values.entries()) {
        const stop = stops[place] ?? null
        if (stop === null) return null
        add(sums.right[place], question, gradeOf(stop.answer) / seeds)
        add(sums.calls[place], question, stop.calls / seeds)
        add(sums.tokens[place], question, tokensOf(stop.calls) / seeds)
      }
    }
  }
  return { values, ...sums }
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
