import { lnsArith } from './lns-arith.js'

/**
 * Returns the mean probability of the last `window` tokens of a response, or of all if there are fewer. `probabilities`
 * are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2508.15260, tail confidence, here over token probabilities.
 */
export function deepconfTailWindow(probabilities: Float64Array, window: number): number {
  return lnsArith(probabilities.subarray(-window))
}
