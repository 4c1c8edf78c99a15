import { lowestWindowsMean } from './lowest-windows-mean.js'

/**
 * Returns the mean over the lowest tenth of the means of all windows of `window` tokens; a shorter response is one
 * window, so that the result is its arithmetic mean. `probabilities` are those of the sampled tokens, in [0, 1], at
 * least one; the result is in [0, 1].
 * Source: arXiv 2508.15260, lowest group confidence, here over token probabilities.
 */
export function deepconfB10Window(probabilities: Float64Array, window: number): number {
  return lowestWindowsMean(probabilities, window)
}
