import type { ModelProfile } from '@cges-fleet/statistics'
import { BENCHMARK_FACTS, type PaperBenchmark } from '../profile/paper-benchmark.js'
import { questionChances } from '../profile/question-chances.js'
import { type Budget, type Published, publishedCell } from '../published.js'
import { type BehaviourTable, KAPPA_RANGE, QUANTITIES } from './behaviour-table.js'
import { nelderMead } from './nelder-mead.js'

/** Question parameters with what they give, quantity by quantity. */
export interface FittedQuestions {
  readonly questions: ModelProfile['questions']
  readonly kappa: number
  readonly meanAccuracy: number
  readonly scOffset: { readonly 4: number; readonly 8: number; readonly 16: number }
  readonly fit: readonly { readonly quantity: string; readonly fitted: number; readonly published: number }[]
}

interface Target {
  readonly published: number
  /** The difference that counts 1. */
  readonly unit: number
}

/** Shares of known and unknown questions and shapes of the rest, each as `parametersAt` reads it. */
const STARTS = [
  [-1, -1, 0, 0],
  [0.5, -1, 0.7, 0.7],
  [-1, 0.5, 0.5, 0.7],
  [0, 0, 1.2, 1.2],
  [-1, -2, 0.7, -1.5],
  [-2, -1, 0.7, 0.7],
  [-1, -3, 0, 0],
  [-1, -2, 0, 0.5],
].flatMap((start) => [0, 1.5, 3].map((kappa) => [...start, kappa]))

/** No parameter of a Beta distribution may leave this range. */
const SHAPES = [0.05, 50] as const

/**
 * Fits how hard a benchmark's questions are and how its wrong answers scatter, to what the paper prints of methods that
 * know no confidence: least squares from 24 starts. Deterministic.
 */
export function fitQuestions(benchmark: PaperBenchmark, published: Published, table: BehaviourTable): FittedQuestions {
  const { questions: count } = BENCHMARK_FACTS[benchmark]
  const { targets, scOffset } = targetsOf(benchmark, published)
  const loss = (at: readonly number[]): number => {
    const { questions, kappa } = parametersAt(at)
    const values = table.over(questionChances(questions, Math.min(count, 500)), kappa)
    return targets.reduce(
      (sum, { published: wanted, unit }, place) => {
        return sum + (((values[place] ?? 0) - wanted) / unit) ** 2
      },
      1e-3 * at.reduce((sum, x) => sum + x * x, 0),
    )
  }
  const found = STARTS.map((start) => nelderMead(loss, start, 0.4, 400))
  const best = found.reduce((least, each) => (each.value < least.value ? each : least))
  const { questions, kappa } = parametersAt(nelderMead(loss, best.at, 0.1, 1500).at)
  const chances = questionChances(questions, count)
  const values = table.over(chances, kappa)
  return {
    questions,
    kappa,
    meanAccuracy: chances.reduce((sum, p) => sum + p, 0) / count,
    scOffset,
    fit: targets.map((target, at) => ({
      quantity: QUANTITIES[at] ?? '',
      fitted: Number((values[at] ?? 0).toFixed(4)),
      published: target.published,
    })),
  }
}

/** Two weights and two shapes without bounds, and κ, as numbers within theirs; rounded as they are written down. */
function parametersAt([w1 = 0, w0 = 0, a = 0, b = 0, k = 0]: readonly number[]) {
  const known = Math.exp(w1)
  const unknown = Math.exp(w0)
  const all = 1 + known + unknown
  const shares = { known: Number((known / all).toFixed(5)), unknown: Number((unknown / all).toFixed(5)) }
  return {
    questions: { ...shares, alpha: bounded(a, SHAPES), beta: bounded(b, SHAPES) },
    kappa: bounded(k, KAPPA_RANGE),
  }
}

function bounded(x: number, [least, most]: readonly [number, number]): number {
  return Number(Math.min(most, Math.max(least, Math.exp(x))).toFixed(4))
}

/** On GPQA the paper's ESC and ASC rows contradict its SC row: there ASC's accuracy is fitted, SC's is an offset to it. */
function targetsOf(benchmark: PaperBenchmark, published: Published) {
  const cell = (budget: Budget, row: string) => {
    const found = publishedCell(published, budget, [row, benchmark])
    if (found === null) throw new Error(`the paper has no ${row} at B = ${budget}`)
    return found
  }
  const row = benchmark === 'gpqa' ? 'asc-beta' : 'sc'
  const offset = (budget: Budget): number =>
    Number((cell(budget, 'sc').accuracy - cell(budget, row).accuracy).toFixed(1))
  const accuracy = (budget: Budget): Target => ({
    published: Number((cell(budget, row).accuracy / 100).toFixed(4)),
    unit: benchmark === 'aime24' ? 0.005 : 0.0015,
  })
  const calls = (budget: Budget, name: string): Target => {
    const value = cell(budget, name).calls
    return { published: value, unit: 0.005 * value }
  }
  return {
    scOffset: { 4: offset(4), 8: offset(8), 16: offset(16) },
    targets: [
      accuracy(4),
      accuracy(8),
      accuracy(16),
      calls(8, 'asc-beta'),
      calls(16, 'asc-beta'),
      calls(16, 'esc-w4'),
      calls(16, 'esc-w8'),
    ],
  }
}
