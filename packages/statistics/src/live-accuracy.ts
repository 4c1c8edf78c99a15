import type { Bounds, ShareEstimate } from '@cges-fleet/core'
import { type ClosedPrefix, liveInterval } from './live-interval.js'
import { overlap, within } from './within-bounds.js'

/**
 * Bounds a method's final accuracy, from the closed prefix of the order and from what is certain of all trials; shares
 * of 1. No value lies outside its limits. Throws a RangeError for counts that cannot be.
 */
export function liveAccuracy(prefix: ClosedPrefix, certain: Bounds): ShareEstimate {
  const found = liveInterval(prefix)
  const limits = overlap(certain, found)
  return { value: within(limits, found.value), ...limits, n: found.n }
}
