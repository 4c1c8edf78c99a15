import type { TokenSignal } from './confidence-signal.js'
import { tokenSignals } from './token-signals.js'

/** Raised whenever the same log-probabilities would give other confidences, or more of them. */
export const SIGNALS_VERSION = 2

/**
 * Computes every confidence signal token log-probabilities can give, each in [1e-6, 1 − 1e-6].
 *
 * `logprobs` are the natural log-probabilities of the sampled tokens as the server returned them: above 0 counts as
 * 0, −9999 and below as probability 0. Null where there are none. Throws a RangeError on NaN.
 */
export function tokenConfidences(logprobs: ArrayLike<number>): Readonly<Record<TokenSignal, number>> | null {
  const signals = tokenSignals(logprobs)
  if (signals === null) return null
  return {
    'lns-arith': signals['lns-arith'].confidence,
    'lns-geom': signals['lns-geom'].confidence,
    'deepconf-b10': signals['deepconf-b10'].confidence,
    'deepconf-tail': signals['deepconf-tail'].confidence,
    'deepconf-b10-window': signals['deepconf-b10-window'].confidence,
    'deepconf-tail-window': signals['deepconf-tail-window'].confidence,
  }
}
