import type { CertaintySignal } from './confidence-signal.js'
import { type Signal, signalOf } from './signal.js'
import { smallestMean } from './token-signals.js'

/**
 * Computes every signal that the likeliest tokens at every place can give, as computed and clamped. `certainties` holds
 * the `tokenCertainty` of every token of a response. Null without tokens, or if a token has none.
 */
export function certaintySignals(
  certainties: ArrayLike<number | null>,
): Readonly<Record<CertaintySignal, Signal>> | null {
  const known = Array.from(certainties).filter((each) => each !== null)
  if (known.length < certainties.length) return null
  const [mean, lowest] = [selfCertainty(known), selfCertaintyB10Window(known)]
  return mean === null || lowest === null ? null : { 'self-certainty': mean, 'self-certainty-b10-window': lowest }
}

/** The signals of `certaintySignals` as a sample carries them, each in [1e-6, 1 − 1e-6]; null where it is. */
export function certaintyConfidences(
  certainties: ArrayLike<number | null>,
): Readonly<Record<CertaintySignal, number>> | null {
  const signals = certaintySignals(certainties)
  if (signals === null) return null
  return {
    'self-certainty': signals['self-certainty'].confidence,
    'self-certainty-b10-window': signals['self-certainty-b10-window'].confidence,
  }
}

/** How many of the likeliest tokens a model server is asked for at every place; vLLM gives no more unless told. */
export const SELF_CERTAINTY_TOP = 20

/** A probability below this counts as it: servers also list tokens that sampling has ruled out. */
const LEAST = Math.log(1e-9)

/** No token's certainty is larger. */
export const MOST_CERTAINTY = -LEAST

/**
 * Computes how far the likeliest tokens at one place are from equally likely: the mean of −ln(k·p) over the k likeliest,
 * in [0, 20.7]. `logprobs` are natural log-probabilities in any order, as the server gives them, of which the twenty
 * largest count: a server adds the token it drew. Null with fewer than two. Throws a RangeError on NaN.
 * Source: arXiv 2502.18581, equation of self-certainty, there over the whole vocabulary; over the likeliest, and not made
 * to add up to 1, in the public code of arXiv 2601.02970.
 */
export function tokenCertainty(logprobs: readonly number[]): number | null {
  if (logprobs.some((each) => Number.isNaN(each))) throw new RangeError('a log-probability must be a number, not NaN')
  const top = logprobs.toSorted((a, b) => b - a).slice(0, SELF_CERTAINTY_TOP)
  if (top.length < 2) return null
  const sum = top.reduce((total, each) => total + Math.max(each, LEAST), 0)
  return Math.max(0, -Math.log(top.length) - sum / top.length)
}

/**
 * Computes a response's self-certainty as a confidence: 1 − exp(−m), m the mean over its tokens of `tokenCertainty`, so
 * that 0 is a model that could have said anything. It is no probability: recalibrate it (`map`), or weigh by it.
 * Null without tokens.
 */
export function selfCertainty(certainties: ArrayLike<number>): Signal | null {
  if (certainties.length === 0) return null
  let sum = 0
  for (let at = 0; at < certainties.length; at += 1) sum += certainties[at] ?? 0
  return signalOf(-Math.expm1(-sum / certainties.length))
}

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
