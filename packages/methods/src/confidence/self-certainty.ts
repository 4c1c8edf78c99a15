import { type Signal, signalOf } from './signal.js'

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
