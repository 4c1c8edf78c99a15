import type { MethodCurve } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { quantile } from '../quantile.js'
import { resampleClusters } from '../resample-clusters.js'
import { areaUnder, type LinePoint } from './accuracy-line.js'
import type { QuestionColumns } from './curve-sums.js'

/** Resamples at most and at least, and how many sums of a question they may take together. */
const MOST = 1000
const LEAST = 200
const MOST_WORK = 400_000_000

/**
 * Computes the mean accuracy of a method's curve over all numbers of calls from 1 to the budget, with the 95 % interval
 * of resampled questions; the same resamples for every method of an evaluation. The line begins at one call. Null where
 * either has values left out, since the line would then end before the budget does.
 */
export function curveArea(
  first: readonly QuestionColumns[] | null,
  values: readonly QuestionColumns[] | null,
  budget: number,
): MethodCurve['area'] {
  if (first === null || values === null) return null
  const columns = [...first, ...values]
  const flat = columns.flatMap(({ trials, calls, correct }) => [trials, calls, correct])
  const questions = flat[0]?.length ?? 0
  const resamples = Math.max(LEAST, Math.min(MOST, Math.floor(MOST_WORK / (questions * flat.length))))
  const drawn = resampleClusters(flat, resamples, seededRandom('curve area').next)
  const areas = Array.from({ length: resamples }, (_, at) =>
    areaOf(
      columns.map((__, place) => pointOf(drawn.slice(3 * place, 3 * place + 3).map((each) => each[at] ?? 0))),
      budget,
    ),
  )
  const sorted = areas.filter((area) => Number.isFinite(area)).toSorted((a, b) => a - b)
  const value = areaOf(
    columns.map(({ trials, calls, correct }) => pointOf([trials, calls, correct].map(sum))),
    budget,
  )
  return { value, low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}

/** Of equal calls the better stands. */
function areaOf(points: readonly LinePoint[], budget: number): number {
  const byCalls = new Map<number, number>()
  for (const { calls, accuracy } of points) byCalls.set(calls, Math.max(accuracy, byCalls.get(calls) ?? 0))
  const line = [...byCalls].map(([calls, accuracy]) => ({ calls, accuracy }))
  return areaUnder(
    line.toSorted((a, b) => a.calls - b.calls),
    budget,
  )
}

function pointOf([trials = 0, calls = 0, correct = 0]: readonly number[]): LinePoint {
  return { calls: calls / trials, accuracy: correct / trials }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
