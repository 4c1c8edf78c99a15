import type { EvaluationTable, MethodColumns } from './evaluation-table.js'
import { questionSums } from './question-sums.js'

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
    tokens: sum((trial) => own(tokens?.[trial]) ?? generated(trial)),
    seconds: sum(charged(samples.seconds)),
    scoringSeconds: sum(charged(samples.scoringSeconds)),
  }
}

function own(tokens = Number.NaN): number | null {
  return Number.isNaN(tokens) ? null : tokens
}
