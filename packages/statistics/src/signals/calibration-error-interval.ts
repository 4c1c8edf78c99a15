import type { Bounds } from '@cges-fleet/core'
import { quantile } from '../quantile.js'
import { resampleClusters } from '../resample-clusters.js'
import type { Clustered } from './auc-interval.js'

const RESAMPLES = 1000

/**
 * Returns the 95 % percentile interval of the calibration error over `bins` bins of equal width, from resamples of
 * questions. A resample's error is larger than the truth's on average, so near 0 the interval lies high. Null without
 * responses. O(resamples × questions × bins).
 */
export function calibrationErrorInterval(
  responses: readonly Clustered[],
  bins: number,
  questions: number,
  next: () => number,
): Bounds | null {
  if (responses.length === 0) return null
  const counts = new Float64Array(questions)
  const gaps = Array.from({ length: bins }, () => new Float64Array(questions))
  for (const { question, confidence, correct } of responses) {
    counts[question] = (counts[question] ?? 0) + 1
    const gap = gaps[Math.min(bins - 1, Math.floor(confidence * bins))]
    if (gap !== undefined) gap[question] = (gap[question] ?? 0) + (correct ? 1 : 0) - confidence
  }
  const [totals = new Float64Array(), ...drawn] = resampleClusters([counts, ...gaps], RESAMPLES, next)
  const errors: number[] = []
  for (const [at, n] of totals.entries()) {
    if (n > 0) errors.push(drawn.reduce((sum, gap) => sum + Math.abs(gap[at] ?? 0), 0) / n)
  }
  const sorted = errors.toSorted((a, b) => a - b)
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) }
}
