import type { Graded } from './graded.js'

/**
 * Returns the mean squared distance between confidence and outcome: in [0, 1], 0 the best, ¼ for ½ throughout; null
 * without responses. Source: G. W. Brier, Verification of forecasts expressed in terms of probability (1950).
 */
export function brierScore(responses: readonly Graded[]): number | null {
  if (responses.length === 0) return null
  return (
    responses.reduce((sum, { confidence, correct }) => sum + (confidence - (correct ? 1 : 0)) ** 2, 0) /
    responses.length
  )
}
