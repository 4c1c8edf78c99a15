import type { TokenSignal } from './confidence-signal.js'
import { tokenSignals } from './token-signals.js'

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
