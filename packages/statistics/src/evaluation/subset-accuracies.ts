import type { SubsetAccuracy, SubsetsNote } from '@cges-fleet/core'
import { isExternal } from '@cges-fleet/methods'
import { boundedEstimate, type Resampling } from '../resampling.js'
import { type EvaluationTable, questionSums } from './evaluation-table.js'

/** One k with its columns, summed by question; `trials` are those with all their samples. */
type SubsetColumns = {
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
export function planSubsets(table: EvaluationTable, next: () => number): SubsetPlan | SubsetsNote {
  const { samplesFrom, question } = table.trials
  const drawn = Array.from(question, (_, trial) => (samplesFrom[trial + 1] ?? 0) - (samplesFrom[trial] ?? 0))
  const blocked = (trial: number): boolean =>
    table.methods.some(({ calls, spec }) => calls[trial] === 0 && !isExternal(spec))
  const n = drawn.reduce((most, count) => Math.max(most, count), 0)
  if (n === 0 || drawn.some((count, trial) => count !== n && !blocked(trial))) {
    return { kind: 'uneven_samples', counts: {}, why: null }
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

/** How often a question's n samples gave the right answer, each of the wrong ones, and none. */
export type AnswerCounts = { readonly right: number; readonly wrong: readonly number[]; readonly none: number }

/** Up to this many samples the expectation is exact; above, it is drawn. */
const EXACT_SAMPLES = 64
const DRAWS = 256

/** A chance in [0, 1] with the standard error of having drawn it; 0 if it is exact. */
type DrawnChance = { readonly value: number; readonly error: number }

/**
 * Returns maj@k of one question: the chance that the plurality of k of its samples is right, over all subsets of k and
 * all their orders, so that no one order of the samples decides. Of answers with equally many votes the first seen
 * wins, which over all orders is each of them equally often; samples without an answer do not vote. 1 ≤ k ≤ n. Exact up
 * to n = 64, by counting subsets; above, from 256 seeded draws of `next`, in [0, 1).
 */
export function majorityAt(k: number, counts: AnswerCounts, next: () => number): DrawnChance {
  if (counts.right === 0) return { value: 0, error: 0 }
  const n = counts.right + counts.none + counts.wrong.reduce((sum, count) => sum + count, 0)
  return n <= EXACT_SAMPLES ? { value: exact(k, counts, n), error: 0 } : drawn(k, counts, next)
}

function exact(k: number, { right, wrong, none }: AnswerCounts, n: number): number {
  let favourable = 0
  for (let votes = 1; votes <= Math.min(k, right); votes += 1) {
    favourable += choose(right, votes) * waysToLose(k - votes, votes, { wrong, none })
  }
  return favourable / choose(n, k)
}

/** Ways to fill `room` places with no wrong answer above `votes`; t answers level with the right one weigh 1 / (t + 1). */
function waysToLose(room: number, votes: number, { wrong, none }: Omit<AnswerCounts, 'right'>): number {
  const ties = Math.floor(room / votes)
  // ways[t][s]: s places filled, t answers level.
  let ways = Array.from({ length: ties + 1 }, (_, level) =>
    Array.from({ length: room + 1 }, (__, filled) => (level === 0 ? choose(none, filled) : 0)),
  )
  for (const count of wrong) {
    ways = ways.map((row, level) =>
      row.map((_, filled) => {
        let sum = 0
        for (let taken = 0; taken < votes && taken <= filled; taken += 1) {
          sum += (row[filled - taken] ?? 0) * choose(count, taken)
        }
        return sum + (filled < votes ? 0 : (ways[level - 1]?.[filled - votes] ?? 0) * choose(count, votes))
      }),
    )
  }
  return ways.reduce((sum, row, level) => sum + (row[room] ?? 0) / (level + 1), 0)
}

const PASCAL: number[][] = [[1]]

function choose(n: number, k: number): number {
  for (let row = PASCAL.length; row <= n; row += 1) {
    const above = PASCAL[row - 1] ?? []
    PASCAL.push(Array.from({ length: row + 1 }, (_, at) => (above[at - 1] ?? 0) + (above[at] ?? 0)))
  }
  return PASCAL[n]?.[k] ?? 0
}

function drawn(k: number, { right, wrong, none }: AnswerCounts, next: () => number): DrawnChance {
  const pool = [right, ...wrong].flatMap((count, answer) => Array<number>(count).fill(answer))
  for (let missing = 0; missing < none; missing += 1) pool.push(-1)
  const scores = Array.from({ length: DRAWS }, () => scoreOf(shuffledStart(pool, k, next)))
  const value = scores.reduce((sum, score) => sum + score, 0) / DRAWS
  const spread = scores.reduce((sum, score) => sum + (score - value) ** 2, 0) / (DRAWS - 1)
  return { value, error: Math.sqrt(spread / DRAWS) }
}

/** The first k of a pool in a new random order (Fisher and Yates); the pool is shuffled in place. */
function shuffledStart(pool: number[], k: number, next: () => number): number[] {
  for (let at = 0; at < k; at += 1) {
    const other = at + Math.floor(next() * (pool.length - at))
    const here = pool[at] ?? -1
    const there = pool[other] ?? -1
    pool[at] = there
    pool[other] = here
  }
  return pool.slice(0, k)
}

/** 1 if answer 0 has the most votes, a share of it if it is level with others. */
function scoreOf(answers: readonly number[]): number {
  const votes = new Map<number, number>()
  for (const answer of answers) if (answer >= 0) votes.set(answer, (votes.get(answer) ?? 0) + 1)
  const most = Math.max(0, ...votes.values())
  if (most === 0 || votes.get(0) !== most) return 0
  return 1 / [...votes.values()].filter((count) => count === most).length
}

/**
 * Returns the chance that at least one of k samples is right, drawn without order from n of which c are (`any`,
 * pass@k), and that all are (`all`, pass^k). Whole numbers 0 ≤ c ≤ n, 1 ≤ k ≤ n; in [0, 1].
 * Sources: Chen et al., Evaluating large language models trained on code (2021); Yao et al., τ-bench (2024).
 */
export function passAt(k: number, right: number, n: number): { readonly any: number; readonly all: number } {
  return { any: 1 - noneOf(k, right, n), all: noneOf(k, n - right, n) }
}

/** The chance that k samples of n miss every one of `marked`: C(n − marked, k) / C(n, k). */
function noneOf(k: number, marked: number, n: number): number {
  let chance = 1
  for (let drawn = 0; drawn < k; drawn += 1) chance *= Math.max(0, n - marked - drawn) / (n - drawn)
  return chance
}
