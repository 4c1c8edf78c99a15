import { smallestMean } from './smallest-mean.js'

/**
 * Returns the mean probability of the least likely tenth of a response's tokens, of one token at least. `probabilities`
 * are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals, as the text defines DeepConf-B10.
 */
export function deepconfB10(probabilities: Float64Array): number {
  return smallestMean(probabilities)
}
