import type { CertaintySignal } from './confidence-signal.js'
import { certaintySignals } from './certainty-signals.js'

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
