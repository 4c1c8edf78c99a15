import type { SubsetAccuracy } from '@cges-fleet/core'
import { isExternal } from '@cges-fleet/methods'
import type { EvaluationTable } from './evaluation-table.js'
import { type AnswerCounts, majorityAt } from './majority-at.js'
import { passAt } from './pass-at.js'
import { questionSums } from './question-sums.js'
import { boundedEstimate, type Resampling } from './resampling.js'

/** One k with its columns, summed by question; `trials` are those with all their samples. */
export type SubsetColumns = {
  readonly k: number
  readonly majority: Float64Array
  readonly squaredError: number
  readonly passAny: Float64Array
  readonly passAll: Float64Array
  readonly trials: Float64Array
}

export type SubsetPlan = { readonly samples: number; readonly trials: number; readonly columns: SubsetColumns[] }

/**
 * Prepares maj@k, pass@k and pass^k for k = 1, 2, 4, … and all n samples, or returns why they cannot be computed: if
 * methods stopped early the number of samples depends on the answers, and subsets of them would mislead.
 */
export function planSubsets(table: EvaluationTable, next: () => number): SubsetPlan | string {
  const { samplesFrom, question } = table.trials
  const drawn = Array.from(question, (_, trial) => (samplesFrom[trial + 1] ?? 0) - (samplesFrom[trial] ?? 0))
  const blocked = (trial: number): boolean =>
    table.methods.some(({ calls, spec }) => calls[trial] === 0 && !isExternal(spec))
  const n = drawn.reduce((most, count) => Math.max(most, count), 0)
  if (n === 0 || drawn.some((count, trial) => count !== n && !blocked(trial))) {
    return 'maj@k and pass@k need equally many samples of every question: run SC at the largest budget beside the others'
  }
  const complete = drawn.map((count) => count === n)
  const counts = drawn.map((_, trial) => (complete[trial] === true ? answerCounts(table, trial) : null))
  const sizes = [...new Set([...Array.from({ length: Math.ceil(Math.log2(n)) }, (_, power) => 2 ** power), n])]
  return {
    samples: n,
    trials: complete.filter(Boolean).length,
    columns: sizes.map((k) => columnsOf(table, { k, n, counts, next })),
  }
}

/** Computes the prepared numbers with their intervals. */
export function subsetAccuracies({ columns, trials }: SubsetPlan, resampling: Resampling): SubsetAccuracy[] {
  return columns.flatMap(({ k, squaredError, ...sums }) => {
    const [majority, passAny, passAll] = [sums.majority, sums.passAny, sums.passAll].map((column) =>
      boundedEstimate(resampling, [column, sums.trials], { low: 0, high: 1 }),
    )
    if (majority == null || passAny == null || passAll == null) return []
    return [{ k, majority, majorityError: Math.sqrt(squaredError) / trials, passAny, passAll }]
  })
}

type ColumnsInput = {
  readonly k: number
  readonly n: number
  readonly counts: readonly (AnswerCounts | null)[]
  readonly next: () => number
}

function columnsOf(table: EvaluationTable, { k, n, counts, next }: ColumnsInput): SubsetColumns {
  const known = new Map<string, number>()
  let squaredError = 0
  const majority = (each: AnswerCounts): number => {
    const composition = `${each.right}/${each.none}/${each.wrong.toSorted((a, b) => a - b).join(',')}`
    const before = known.get(composition)
    if (before !== undefined) return before
    const { value, error } = majorityAt(k, each, next)
    squaredError += error ** 2
    if (error === 0) known.set(composition, value)
    return value
  }
  const sum = (value: (each: AnswerCounts) => number): Float64Array =>
    questionSums(table, (trial) => {
      const each = counts[trial]
      return each == null ? 0 : value(each)
    })
  const columns = {
    majority: sum(majority),
    passAny: sum(({ right }) => passAt(k, right, n).any),
    passAll: sum(({ right }) => passAt(k, right, n).all),
    trials: sum(() => 1),
  }
  return { k, ...columns, squaredError }
}

function answerCounts({ trials, samples }: EvaluationTable, trial: number): AnswerCounts {
  const from = trials.samplesFrom[trial] ?? 0
  const to = trials.samplesFrom[trial + 1] ?? 0
  let right = 0
  let none = 0
  const wrong = new Map<number, number>()
  for (let at = from; at < to; at += 1) {
    const answer = samples.answer[at] ?? 0
    if (answer === 0) none += 1
    else if (samples.correct[at] === 1) right += 1
    else wrong.set(answer, (wrong.get(answer) ?? 0) + 1)
  }
  return { right, none, wrong: [...wrong.values()] }
}
