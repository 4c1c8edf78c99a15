import type { ConfidenceBin } from '@cges-fleet/core'
import type { Graded } from './graded.js'
import { wilsonInterval } from './wilson-interval.js'

/** The responses whose confidence lies in a bin: how many, how sure they were and how often right. */
export type ReliabilityBin = ConfidenceBin

/**
 * Returns the points of a reliability diagram over `bins` bins of equal width, the empty ones left out; the last holds
 * 1. The intervals are Wilson's and take responses to be independent. Source: Niculescu-Mizil and Caruana (2005).
 */
export function reliabilityBins(responses: readonly Graded[], bins: number): ReliabilityBin[] {
  const parts = Array.from({ length: bins }, (): Graded[] => [])
  for (const response of responses) parts[Math.min(bins - 1, Math.floor(response.confidence * bins))]?.push(response)
  return parts.flatMap((part, bin) => (part.length === 0 ? [] : [binOf(part, [bin / bins, (bin + 1) / bins])]))
}

/** Sums up the responses of one bin, at least one, with the limits it is drawn between. */
export function binOf(part: readonly Graded[], [low, high]: readonly [number, number]): ReliabilityBin {
  const right = part.reduce((sum, { correct }) => sum + (correct ? 1 : 0), 0)
  const confidence = part.reduce((sum, each) => sum + each.confidence, 0) / part.length
  return {
    low,
    high,
    n: part.length,
    confidence,
    accuracy: right / part.length,
    interval: wilsonInterval(right, part.length),
  }
}
