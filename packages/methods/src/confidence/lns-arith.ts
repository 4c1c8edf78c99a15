/**
 * Returns the length-normalised likelihood of a response as the arithmetic mean of its token probabilities.
 * `probabilities` are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals.
 */
export function lnsArith(probabilities: Float64Array): number {
  return probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length
}
