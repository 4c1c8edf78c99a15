import { MOST_CERTAINTY } from './self-certainty.js'
import { type Signal, signalOf } from './signal.js'
import { smallestMean } from './smallest-mean.js'

/** In tokens. DeepConf's 2,048 would make one window of most responses. */
const WINDOW = 128

/**
 * Computes ReASC's own signal as a confidence: the mean over the lowest tenth of windows of the mean `tokenCertainty` in
 * each, as a share of the most that can be. One window begins at every token; those near the end are shorter. It grows
 * with its input in a straight line, so that distances from a mean in units of a spread are the paper's. It is no
 * probability: weigh by it, or recalibrate it (`map`). Null without tokens.
 * Source: arXiv 2601.02970, bottom 10 % group confidence, as the authors' public code computes it.
 */
export function selfCertaintyB10Window(certainties: ArrayLike<number>, window: number = WINDOW): Signal | null {
  if (certainties.length === 0) return null
  const sums = new Float64Array(certainties.length + 1)
  for (let at = 0; at < certainties.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (certainties[at] ?? 0)
  const means = Float64Array.from({ length: certainties.length }, (_, start) => {
    const end = Math.min(start + window, certainties.length)
    return ((sums[end] ?? 0) - (sums[start] ?? 0)) / (end - start)
  })
  return signalOf(smallestMean(means) / MOST_CERTAINTY)
}
