import { clampConfidence } from './clamp-confidence.js'
import { tokenLogProbability } from './token-log-probability.js'

/**
 * Gives the length-normalised likelihood of a response as the arithmetic mean of its token probabilities.
 * `logprobs` are the natural log-probabilities of the sampled tokens, at least one; the result is in
 * [1e-6, 1 − 1e-6]. Throws a RangeError on NaN. Source: arXiv 2511.02603, confidence signals.
 */
export function lnsArith(logprobs: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < logprobs.length; index += 1) {
    sum += Math.exp(tokenLogProbability(logprobs[index] ?? Number.NaN))
  }
  return clampConfidence(sum / logprobs.length)
}
