import { lnsArith } from './lns-arith.js'
import { smallestMean } from './smallest-mean.js'

/**
 * Returns the mean over the lowest tenth of the means of all windows of `window` tokens; a shorter response is one
 * window, so that the result is its arithmetic mean. `probabilities` are those of the sampled tokens, in [0, 1], at
 * least one; the result is in [0, 1].
 * Source: arXiv 2508.15260, lowest group confidence, here over token probabilities.
 */
export function deepconfB10Window(probabilities: Float64Array, window: number): number {
  if (probabilities.length <= window) return lnsArith(probabilities)
  const sums = new Float64Array(probabilities.length + 1)
  for (const [index, probability] of probabilities.entries()) sums[index + 1] = (sums[index] ?? 0) + probability
  const windows = probabilities.length - window + 1
  const means = Float64Array.from({ length: windows }, (_, start) => {
    return ((sums[start + window] ?? 0) - (sums[start] ?? 0)) / window
  })
  return smallestMean(means)
}
