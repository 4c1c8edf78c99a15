import type { Bounds } from '@cges-fleet/core'
import type { Graded } from './graded.js'
import { wilsonInterval } from './wilson-interval.js'

/** The responses whose confidence lies in [low, high): how many, how sure they were and how often right. */
export type ReliabilityBin = {
  readonly low: number
  readonly high: number
  readonly n: number
  readonly confidence: number
  readonly accuracy: number
  readonly interval: Bounds
}

/**
 * Gives the points of a reliability diagram over `bins` bins of equal width, the empty ones left out; the last holds 1.
 * The intervals are Wilson's and take responses to be independent. Source: Niculescu-Mizil and Caruana (2005).
 */
export function reliabilityBins(responses: readonly Graded[], bins: number): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ n: 0, confidence: 0, right: 0 }))
  for (const { confidence, correct } of responses) {
    const sum = sums[Math.min(bins - 1, Math.floor(confidence * bins))]
    if (sum === undefined) continue
    sum.n += 1
    sum.confidence += confidence
    sum.right += correct ? 1 : 0
  }
  return sums.flatMap(({ n, confidence, right }, bin) =>
    n === 0
      ? []
      : [
          {
            low: bin / bins,
            high: (bin + 1) / bins,
            n,
            confidence: confidence / n,
            accuracy: right / n,
            interval: wilsonInterval(right, n),
          },
        ],
  )
}
