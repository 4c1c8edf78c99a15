import type { CurvePoint, ShareEstimate } from '@cges-fleet/core'
import { type ReportedSpec, type StopReason, sweepMethod, type Vote } from '@cges-fleet/methods'
import { clusteredInterval } from '../proportions.js'

/** The position of a stop, whether its answer is right, and what it took to generate. */
type StopPlace = {
  readonly question: number
  readonly correct: (answer: string | null) => boolean
  /** The tokens generated in the trial's first `calls` calls; NaN if those of one are unknown. */
  readonly tokens: (calls: number) => number
}

/** Sums a rule's outcomes, value by value; a value with a trial it could not finish gives no point. */
export class CurveSums {
  readonly #sums: PointSums[]

  constructor(
    private readonly values: readonly number[],
    questions: number,
  ) {
    this.#sums = values.map(() => new PointSums(questions))
  }

  add(stops: readonly CurveStop[], place: StopPlace): void {
    for (const [at, sums] of this.#sums.entries()) sums.add(stops[at] ?? null, place)
  }

  /** Calls and right answers at one value, to be checked against stored verdicts. */
  totals(value: number): { readonly trials: number; readonly calls: number; readonly correct: number } | null {
    return this.#sums[this.values.indexOf(value)] ?? null
  }

  /** The sums by question at every value; null if one of them is unfinished, or nothing was added. */
  byQuestion(): readonly QuestionColumns[] | null {
    const whole = this.#sums.every(({ unfinished, trials }) => !unfinished && trials > 0)
    return whole ? this.#sums.map(({ columns }) => columns) : null
  }

  points(): CurvePoint[] {
    return this.values.flatMap((at, place) => {
      const sums = this.#sums[place]
      return sums === undefined || sums.unfinished || sums.trials === 0 ? [] : [{ at, ...sums.point() }]
    })
  }
}

/** Trials, calls, what these generated, and right answers, by question; tokens are NaN where some are not known. */
export type QuestionColumns = {
  readonly trials: Float64Array
  readonly calls: Float64Array
  readonly tokens: Float64Array
  readonly correct: Float64Array
}

class PointSums {
  readonly columns: QuestionColumns
  trials = 0
  calls = 0
  tokens = 0
  correct = 0
  unfinished = false
  readonly #stopped: Float64Array
  readonly #wrong: Float64Array

  constructor(questions: number) {
    this.columns = {
      trials: new Float64Array(questions),
      calls: new Float64Array(questions),
      tokens: new Float64Array(questions),
      correct: new Float64Array(questions),
    }
    this.#stopped = new Float64Array(questions)
    this.#wrong = new Float64Array(questions)
  }

  add(stop: CurveStop, { question, correct, tokens }: StopPlace): void {
    if (stop === null) {
      this.unfinished = true
      return
    }
    const right = correct(stop.answer)
    this.trials += 1
    this.calls += stop.calls
    const generated = tokens(stop.calls)
    this.tokens += generated
    this.correct += right ? 1 : 0
    const { trials, calls, tokens: sums, correct: rights } = this.columns
    sums[question] = (sums[question] ?? 0) + generated
    trials[question] = (trials[question] ?? 0) + 1
    calls[question] = (calls[question] ?? 0) + stop.calls
    rights[question] = (rights[question] ?? 0) + (right ? 1 : 0)
    if (stop.reason === 'budget') return
    this.#stopped[question] = (this.#stopped[question] ?? 0) + 1
    this.#wrong[question] = (this.#wrong[question] ?? 0) + (right ? 0 : 1)
  }

  point(): Omit<CurvePoint, 'at'> {
    const stopped = this.#stopped.reduce((sum, count) => sum + count, 0)
    const error = stopped === 0 ? null : shareOf(this.#wrong, this.#stopped)
    return {
      calls: this.calls / this.trials,
      tokens: Number.isNaN(this.tokens) ? null : this.tokens / this.trials,
      accuracy: this.correct / this.trials,
      stopped,
      error,
    }
  }
}

function shareOf(part: Float64Array, whole: Float64Array): ShareEstimate {
  const sums = { clusters: 0, c: 0, n: 0, cc: 0, cn: 0, nn: 0 }
  for (const [question, n] of whole.entries()) {
    if (n === 0) continue
    const c = part[question] ?? 0
    sums.clusters += 1
    sums.c += c
    sums.n += n
    sums.cc += c * c
    sums.cn += c * n
    sums.nn += n * n
  }
  return { value: sums.c / sums.n, ...clusteredInterval(sums), n: sums.n }
}

/** A rule's stop on a trial; null if it would have read samples that were not drawn. */
type CurveStop = { readonly calls: number; readonly answer: string | null; readonly reason: StopReason } | null

/** Replays a trial's votes under each value of the parameter a method's curve varies; one stop a value, in their order. */
export function stopsAt(spec: ReportedSpec, votes: readonly Vote[], values: readonly number[]): CurveStop[] {
  const decisions = sweepMethod(spec, votes, values)
  return values.map((_, place) => {
    const decision = decisions?.[place]
    return decision?.state === 'stopped' ? decision : null
  })
}
