import type { Graded } from './graded.js'

/**
 * How far apart confidences lie, right or wrong: their population standard deviation, from 0 (always the same) to ½ (half of them
 * 0, half 1); null without responses. A calibrated signal tells more the sharper it is. Source: A. H. Murphy and R. L. Winkler, A
 * general framework for forecast verification (1987), who call it refinement.
 */
export function sharpness(responses: readonly Pick<Graded, 'confidence'>[]): number | null {
  if (responses.length === 0) return null
  const mean = responses.reduce((sum, { confidence }) => sum + confidence, 0) / responses.length
  const squares = responses.reduce((sum, { confidence }) => sum + (confidence - mean) ** 2, 0)
  return Math.sqrt(squares / responses.length)
}
