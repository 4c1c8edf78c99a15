import { tokenLogProbability } from './token-log-probability.js'

/**
 * Returns the length-normalised likelihood of a response as the geometric mean of its token probabilities; one
 * impossible token makes it 0. `logprobs` are the natural log-probabilities of the sampled tokens, at least one; the
 * result is in [0, 1]. Throws a RangeError on NaN. Source: arXiv 2511.02603, confidence signals.
 */
export function lnsGeom(logprobs: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < logprobs.length; index += 1) {
    sum += tokenLogProbability(logprobs[index] ?? Number.NaN)
  }
  return Math.exp(sum / logprobs.length)
}
