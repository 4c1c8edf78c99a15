import {
  type CalibrationReport,
  calibrationReport,
  driftSummary,
  type Graded,
  questionDrift,
} from '@cges-fleet/statistics'
import type { PaperBenchmark, PaperSignal } from '../profile/paper-benchmark.js'
import type { Published } from '../published.js'
import type { BenchmarkRun } from '../run/benchmark-run.js'
import { outcomeAt } from './efficient.js'

/** Responses a signal's quality is measured on, at most. */
const MOST = 200_000

/** One signal on one benchmark: its quality, and what CGES saves with it at γ = .999 and B = 16. */
export interface SignalRow {
  readonly benchmark: PaperBenchmark
  readonly signal: PaperSignal
  readonly quality: CalibrationReport
  readonly driftPositive: number | null
  readonly calls: number
  readonly accuracy: number
  readonly efficiency: number
  readonly published: { readonly ece: number; readonly auc: number; readonly efficiency: number }
  readonly publishedCalls: number
}

/** Measures a signal on what was drawn, beside what the paper printed of it. */
export function signalRow(run: BenchmarkRun, signal: PaperSignal, published: Published): SignalRow {
  const { calls, accuracy } = outcomeAt(run, [signal, 16], 0.999)
  const printed = published.signals[signal][run.benchmark]
  return {
    benchmark: run.benchmark,
    signal,
    quality: calibrationReport(gradedResponses(run, signal)),
    driftPositive: positiveShare(run, signal),
    calls: calls.mean,
    accuracy: accuracy.mean,
    efficiency: 1 - calls.mean / 16,
    published: printed,
    publishedCalls: 16 * (1 - printed.efficiency),
  }
}

function gradedResponses({ replicates }: BenchmarkRun, signal: PaperSignal): Graded[] {
  const responses: Graded[] = []
  for (const { pools, isRight } of replicates) {
    for (const [question, pool] of pools.entries()) {
      for (const { answer, confidences } of pool.slice(0, 16)) {
        const confidence = confidences[signal]
        if (answer !== null && confidence !== undefined)
          responses.push({ confidence, correct: isRight(question, answer) })
      }
    }
    if (responses.length >= MOST) break
  }
  return responses
}

/** The share of questions whose least drift, as the theorem has it, is positive; over all replicates. */
function positiveShare({ replicates }: BenchmarkRun, signal: PaperSignal): number | null {
  const drifts = replicates.flatMap(({ pools, isRight }) =>
    pools.map((pool, question) => {
      const votes = pool.flatMap(({ answer, confidences }) => {
        const confidence = confidences[signal]
        return answer === null || confidence === undefined ? [] : [{ answer, confidence }]
      })
      const truth = votes.find(({ answer }) => isRight(question, answer))?.answer
      return truth === undefined ? null : questionDrift(votes, truth)
    }),
  )
  return driftSummary(drifts).positive
}
