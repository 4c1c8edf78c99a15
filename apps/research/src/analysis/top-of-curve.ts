import type { PaperSignal } from '../profile/paper-benchmark.js'
import { type BenchmarkRun, sweepOf } from '../run/benchmark-run.js'
import { rowOf } from '../run/gamma-table.js'
import { outcomeAt } from './efficient.js'

/** The range in which the paper's efficient γ lie. */
const TOP = [0.9, 0.95, 0.99, 0.999] as const

/** CGES on one signal at the top of its curve, B = 16; shares, and calls a question. */
export interface TopOfCurve {
  readonly signal: PaperSignal
  readonly points: readonly {
    readonly gamma: number
    readonly accuracy: number
    readonly calls: number
    /** The share of questions that end at the budget, below γ. */
    readonly exhausted: number
  }[]
  /** Between the most and the least accurate of these γ. */
  readonly range: number
}

/** Measures how flat a curve is near its top, and how rare questions are that use the whole budget up. */
export function topOfCurve(run: BenchmarkRun, signal: PaperSignal): TopOfCurve {
  const points = TOP.map((gamma) => {
    const { accuracy, calls } = outcomeAt(run, [signal, 16], gamma)
    return { gamma, accuracy: accuracy.mean, calls: calls.mean, exhausted: exhausted(run, signal, gamma) }
  })
  const accuracies = points.map(({ accuracy }) => accuracy)
  return { signal, points, range: Math.max(...accuracies) - Math.min(...accuracies) }
}

function exhausted(run: BenchmarkRun, signal: PaperSignal, gamma: number): number {
  const shares = sweepOf(run, signal, 16).map(({ stopped, questions }) => {
    const from = rowOf(gamma) * questions
    return 1 - stopped.subarray(from, from + questions).reduce((sum, each) => sum + each, 0) / questions
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
