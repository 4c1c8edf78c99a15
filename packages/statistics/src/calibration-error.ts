import type { Graded } from './graded.js'

/**
 * Returns the expected calibration error: how far confidence is from accuracy, averaged over `bins` bins of equal
 * width, weighted by the responses in them; in [0, 1], null without responses. The number of bins belongs beside the
 * number.
 * Source: Naeini, Cooper and Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning (2015).
 */
export function calibrationError(responses: readonly Graded[], bins: number): number | null {
  if (responses.length === 0) return null
  const gaps = Array<number>(bins).fill(0)
  for (const { confidence, correct } of responses) {
    const bin = Math.min(bins - 1, Math.floor(confidence * bins))
    gaps[bin] = (gaps[bin] ?? 0) + (correct ? 1 : 0) - confidence
  }
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / responses.length
}
