import { tokenLogProbability } from './token-log-probability.js'

/** Turns the log-probabilities of sampled tokens into probabilities in [0, 1]. Throws a RangeError on NaN. */
export function tokenProbabilities(logprobs: ArrayLike<number>): Float64Array {
  return Float64Array.from(logprobs, (logprob) => Math.exp(tokenLogProbability(logprob)))
}
