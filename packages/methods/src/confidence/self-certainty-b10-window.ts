import { lowestWindowsMean } from './lowest-windows-mean.js'
import { MOST_CERTAINTY } from './self-certainty.js'
import { type Signal, signalOf } from './signal.js'

/** In tokens. DeepConf's 2,048 would make one window of most responses. */
const WINDOW = 128

/**
 * Computes ReASC's own signal as a confidence: the mean over the lowest tenth of the windows of `window` tokens of the mean
 * `tokenCertainty` in each, as a share of the most that can be. It grows with it in a straight line, so that distances from
 * a mean in units of a spread are the paper's. A shorter response is one window. It is no probability: weigh by it, or
 * recalibrate it (`map`). Null without tokens.
 * Source: arXiv 2601.02970, bottom 10 % group confidence; docs/methods.md has what it leaves open.
 */
export function selfCertaintyB10Window(certainties: ArrayLike<number>, window: number = WINDOW): Signal | null {
  if (certainties.length === 0) return null
  return signalOf(lowestWindowsMean(Float64Array.from(certainties), window) / MOST_CERTAINTY)
}
