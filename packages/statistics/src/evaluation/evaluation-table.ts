import type { Outcome } from '@cges-fleet/core'
import type { ConfidenceSignal, ReportedSpec } from '@cges-fleet/methods'

/** How a method's trial ended, by place in this list; `blocked` is a trial without a verdict. */
export const ENDINGS = ['correct', 'wrong', 'truncated', 'declined', 'noAnswer', 'abstained', 'blocked'] as const
export type Ending = (typeof ENDINGS)[number]

/**
 * A finished evaluation, small enough for memory: a row a trial, sorted by question, and a row a sample, sorted by trial
 * and index, in arrays of equal lengths.
 */
export type EvaluationTable = {
  readonly questions: number
  readonly replicates: number
  readonly trials: {
    /** 0 … questions − 1, ascending. */
    readonly question: Int32Array
    readonly replicate: Int32Array
    /** Offsets of the trials' samples, with one more for the end of the last trial's. */
    readonly samplesFrom: Int32Array
  }
  readonly samples: SampleColumns
  readonly methods: readonly MethodColumns[]
}

type SampleColumns = {
  readonly outcome: readonly Outcome[]
  /** Equal within a question if answers are equal; 0 if there is none. */
  readonly answer: Int32Array
  readonly correct: Uint8Array
  /** Generated; NaN if not known. */
  readonly tokens: Float64Array
  /** Part of the server's time, NaN if not known; and of the reward server's. */
  readonly seconds: Float64Array
  readonly scoringSeconds: Float64Array
  /** NaN if a sample has none. */
  readonly signals: ReadonlyMap<ConfidenceSignal, Float64Array>
  /** The lowest confidence of a group of each sample's tokens, by the tokens of a group; NaN where that was not followed. */
  readonly lowest: ReadonlyMap<number, Float64Array>
}

export type MethodColumns = {
  readonly key: string
  readonly spec: ReportedSpec
  /** Charged on each trial; 0 if there is no verdict. */
  readonly calls: Int32Array
  /** 1 if the verdict is right, 0 if it is wrong, −1 if it is no answer or there is none. */
  readonly grade: Int8Array
  /** The score it stopped with; NaN if there is none. */
  readonly score: Float64Array
  /** Charged in tokens; NaN where that is all that its calls generated. */
  readonly tokens?: Float64Array
  /** The tokens each sample would cost it, NaN if unknown; left out if all generated tokens are charged. */
  readonly sampleTokens?: Float64Array
  readonly ranking: { readonly calls: number; readonly seconds: number | null }
}

/** A method's sums by question; NaN if a part is unknown. */
export type MethodSums = {
  readonly trials: Float64Array
  readonly correct: Float64Array
  readonly answered: Float64Array
  readonly calls: Float64Array
  readonly tokens: Float64Array
  readonly seconds: Float64Array
  readonly scoringSeconds: Float64Array
}

/** Adds up a method's verdicts by question, and what it was charged for, over the trials that `counts` names. */
export function methodSums(
  table: EvaluationTable,
  { calls, grade, tokens }: MethodColumns,
  counts: (trial: number) => boolean,
): MethodSums {
  const { samples, trials } = table
  const where = (value: (trial: number) => number) => (trial: number) => (counts(trial) ? value(trial) : 0)
  const charged = (column: Float64Array) => (trial: number) => {
    const from = trials.samplesFrom[trial] ?? 0
    let sum = 0
    for (let at = from; at < from + (calls[trial] ?? 0); at += 1) sum += column[at] ?? Number.NaN
    return sum
  }
  const generated = charged(samples.tokens)
  const sum = (value: (trial: number) => number): Float64Array => questionSums(table, where(value))
  return {
    trials: sum(() => 1),
    correct: sum((trial) => (grade[trial] === 1 ? 1 : 0)),
    answered: sum((trial) => ((grade[trial] ?? -1) >= 0 ? 1 : 0)),
    calls: sum((trial) => calls[trial] ?? 0),
    tokens: sum((trial) => known(tokens?.[trial]) ?? generated(trial)),
    seconds: sum(charged(samples.seconds)),
    scoringSeconds: sum(charged(samples.scoringSeconds)),
  }
}

function known(tokens = Number.NaN): number | null {
  return Number.isNaN(tokens) ? null : tokens
}

/** Adds a number of each trial up by question; `value` gives it by the trial's place. */
export function questionSums(table: EvaluationTable, value: (trial: number) => number): Float64Array {
  const sums = new Float64Array(table.questions)
  for (const [trial, question] of table.trials.question.entries()) sums[question] = (sums[question] ?? 0) + value(trial)
  return sums
}
