import type { TokenSignal } from './confidence-signal.js'
import { deepconfB10 } from './deepconf-b10.js'
import { deepconfB10Window } from './deepconf-b10-window.js'
import { deepconfTail } from './deepconf-tail.js'
import { deepconfTailWindow } from './deepconf-tail-window.js'
import { lnsArith } from './lns-arith.js'
import { lnsGeom } from './lns-geom.js'
import { type Signal, signalOf } from './signal.js'
import { tokenProbabilities } from './token-probabilities.js'

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
