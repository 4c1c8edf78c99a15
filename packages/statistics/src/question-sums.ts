import type { EvaluationTable } from './evaluation-table.js'

/** Adds a number of each trial up by question; `value` gives it by the trial's place. */
export function questionSums(table: EvaluationTable, value: (trial: number) => number): Float64Array {
  const sums = new Float64Array(table.questions)
  for (const [trial, question] of table.trials.question.entries()) sums[question] = (sums[question] ?? 0) + value(trial)
  return sums
}
