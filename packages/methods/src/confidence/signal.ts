import { clampConfidence } from './clamp-confidence.js'

/** A confidence signal as computed, and as CGES reads it: kept in [1e-6, 1 − 1e-6]. */
export type Signal = { readonly raw: number; readonly confidence: number }

/** Returns a signal's value both as computed and clamped. Throws a RangeError on NaN. */
export function signalOf(raw: number): Signal {
  return { raw, confidence: clampConfidence(raw) }
}
