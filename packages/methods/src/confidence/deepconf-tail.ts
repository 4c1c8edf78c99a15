/**
 * Returns the mean probability of the last fifth of a response's tokens, of one token at least. `probabilities` are
 * those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals, as the text defines DeepConf-Tail.
 */
export function deepconfTail(probabilities: Float64Array): number {
  const tail = probabilities.subarray(-Math.max(1, Math.floor(probabilities.length / 5)))
  return tail.reduce((sum, probability) => sum + probability, 0) / tail.length
}
