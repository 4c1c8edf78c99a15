/** A confidence signal as computed, and as CGES reads it: kept in [1e-6, 1 − 1e-6]. */
export type Signal = { readonly raw: number; readonly confidence: number }

/** Returns a signal's value both as computed and clamped. Throws a RangeError on NaN. */
export function signalOf(raw: number): Signal {
  return { raw, confidence: clampConfidence(raw) }
}

/** How near to 0 and 1 a confidence may come. */
const EPSILON = 1e-6

/** Keeps a confidence away from 0 and 1, which have infinite log-odds. Throws on NaN. */
export function clampConfidence(value: number, epsilon: number = EPSILON): number {
  if (Number.isNaN(value)) throw new RangeError('a confidence must be a number, not NaN')
  return Math.min(Math.max(value, epsilon), 1 - epsilon)
}
