import type { TokenSignal } from './confidence-signal.js'
import { type Signal, signalOf } from './signal.js'

/** DeepConf's own window, in tokens. */
const WINDOW = 2048

/**
 * Computes every signal that token log-probabilities alone can give, as computed and clamped.
 *
 * `logprobs` are the natural log-probabilities of the sampled tokens as the server returned them: above 0 counts as 0,
 * −9999 and below as probability 0. Null if there are none. Throws a RangeError on NaN.
 * Source: arXiv 2511.02603 and 2508.15260.
 */
export function tokenSignals(
  logprobs: ArrayLike<number>,
  window: number = WINDOW,
): Readonly<Record<TokenSignal, Signal>> | null {
  if (logprobs.length === 0) return null
  const probabilities = tokenProbabilities(logprobs)
  return {
    'lns-arith': signalOf(lnsArith(probabilities)),
    'lns-geom': signalOf(lnsGeom(logprobs)),
    'deepconf-b10': signalOf(deepconfB10(probabilities)),
    'deepconf-tail': signalOf(deepconfTail(probabilities)),
    'deepconf-b10-window': signalOf(deepconfB10Window(probabilities, window)),
    'deepconf-tail-window': signalOf(deepconfTailWindow(probabilities, window)),
  }
}

/** Raised whenever the same log-probabilities would give other confidences, or more of them. */
export const SIGNALS_VERSION = 4

/**
 * Computes every confidence signal token log-probabilities can give, each in [1e-6, 1 − 1e-6].
 *
 * `logprobs` are the natural log-probabilities of the sampled tokens as the server returned them: above 0 counts as 0,
 * −9999 and below as probability 0. Null if there are none. Throws a RangeError on NaN.
 */
export function tokenConfidences(logprobs: ArrayLike<number>): Readonly<Record<TokenSignal, number>> | null {
  const signals = tokenSignals(logprobs)
  if (signals === null) return null
  const values = Object.entries(signals).map(([name, { confidence }]) => [name, confidence])
  // Its names are those of the signals: `fromEntries` forgets which they are.
  return Object.fromEntries(values) as Record<TokenSignal, number>
}

/**
 * Returns the length-normalised likelihood of a response as the arithmetic mean of its token probabilities.
 * `probabilities` are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals.
 */
function lnsArith(probabilities: Float64Array): number {
  return probabilities.reduce((sum, probability) => sum + probability, 0) / probabilities.length
}

/**
 * Returns the length-normalised likelihood of a response as the geometric mean of its token probabilities; one
 * impossible token makes it 0. `logprobs` are the natural log-probabilities of the sampled tokens, at least one; the
 * result is in [0, 1]. Throws a RangeError on NaN. Source: arXiv 2511.02603, confidence signals.
 */
function lnsGeom(logprobs: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < logprobs.length; index += 1) {
    sum += tokenLogProbability(logprobs[index] ?? Number.NaN)
  }
  return Math.exp(sum / logprobs.length)
}

/**
 * Returns the mean probability of the least likely tenth of a response's tokens, of one token at least. `probabilities`
 * are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals, as the text defines DeepConf-B10.
 */
function deepconfB10(probabilities: Float64Array): number {
  return smallestMean(probabilities)
}

/**
 * Returns the mean over the lowest tenth of the means of all windows of `window` tokens; a shorter response is one
 * window, so that the result is its arithmetic mean. `probabilities` are those of the sampled tokens, in [0, 1], at
 * least one; the result is in [0, 1].
 * Source: arXiv 2508.15260, lowest group confidence, here over token probabilities.
 */
function deepconfB10Window(probabilities: Float64Array, window: number): number {
  return lowestWindowsMean(probabilities, window)
}

/**
 * Returns the mean probability of the last fifth of a response's tokens, of one token at least. `probabilities` are
 * those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2511.02603, confidence signals, as the text defines DeepConf-Tail.
 */
function deepconfTail(probabilities: Float64Array): number {
  const tail = probabilities.subarray(-Math.max(1, Math.floor(probabilities.length / 5)))
  return tail.reduce((sum, probability) => sum + probability, 0) / tail.length
}

/**
 * Returns the mean probability of the last `window` tokens of a response, or of all if there are fewer. `probabilities`
 * are those of the sampled tokens, in [0, 1], at least one; the result is in [0, 1].
 * Source: arXiv 2508.15260, tail confidence, here over token probabilities.
 */
function deepconfTailWindow(probabilities: Float64Array, window: number): number {
  return lnsArith(probabilities.subarray(-window))
}

/**
 * Returns the mean over the lowest tenth of the means of all windows of `window` values, one window beginning at each
 * value; fewer values are one window. `values` holds at least one.
 * Source: arXiv 2508.15260, bottom 10 % group confidence.
 */
function lowestWindowsMean(values: Float64Array, window: number): number {
  if (values.length <= window) return values.reduce((sum, value) => sum + value, 0) / values.length
  const sums = new Float64Array(values.length + 1)
  for (const [index, value] of values.entries()) sums[index + 1] = (sums[index] ?? 0) + value
  const windows = values.length - window + 1
  const means = Float64Array.from({ length: windows }, (_, start) => {
    return ((sums[start + window] ?? 0) - (sums[start] ?? 0)) / window
  })
  return smallestMean(means)
}

/** Returns the mean of the lowest tenth of some numbers, rounded down, of one at least. `values` holds at least one. */
export function smallestMean(values: Float64Array): number {
  const lowest = values.toSorted().subarray(0, Math.max(1, Math.floor(values.length / 10)))
  return lowest.reduce((sum, value) => sum + value, 0) / lowest.length
}

/** Servers write an impossible token's log-probability as −9999, since JSON has no −Infinity. */
const IMPOSSIBLE = -9999

/**
 * Normalises one token's natural log-probability: above 0 (rounding noise) counts as 0, −9999 and below as −Infinity.
 * Throws a RangeError on NaN.
 */
export function tokenLogProbability(value: number): number {
  if (Number.isNaN(value)) throw new RangeError('a token log-probability must be a number, not NaN')
  if (value <= IMPOSSIBLE) return -Infinity
  return Math.min(value, 0)
}

/** Turns the log-probabilities of sampled tokens into probabilities in [0, 1]. Throws a RangeError on NaN. */
function tokenProbabilities(logprobs: ArrayLike<number>): Float64Array {
  return Float64Array.from(logprobs, (logprob) => Math.exp(tokenLogProbability(logprob)))
}
