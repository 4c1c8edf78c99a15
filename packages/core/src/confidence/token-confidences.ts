import type { ConfidenceSignal } from '../schemas/confidence-signal.js'
import { lnsArith } from './lns-arith.js'
import { lnsGeom } from './lns-geom.js'

/** Raised whenever the same log-probabilities would give other confidences. */
export const SIGNALS_VERSION = 1

/**
 * Computes every confidence signal token log-probabilities can give, each in [1e-6, 1 − 1e-6].
 *
 * `logprobs` are the natural log-probabilities of the sampled tokens as the server returned them: above 0 counts as
 * 0, −9999 and below as probability 0. Null where there are none. Throws a RangeError on NaN.
 */
export function tokenConfidences(logprobs: ArrayLike<number>): Readonly<Record<ConfidenceSignal, number>> | null {
  if (logprobs.length === 0) return null
  return { 'lns-arith': lnsArith(logprobs), 'lns-geom': lnsGeom(logprobs) }
}
