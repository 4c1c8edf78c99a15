import type { CertaintySignal } from './confidence-signal.js'
import { selfCertaintyB10Window } from './self-certainty-b10-window.js'
import { selfCertainty } from './self-certainty.js'
import type { Signal } from './signal.js'

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
