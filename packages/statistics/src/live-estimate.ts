import type { Bounds, LiveEstimate } from '@cges-fleet/core'
import { liveInterval } from './live-interval.js'

/** What a method has on the first `closed` trials of the order, none of them open; `calls` is the sum charged to the resolved. */
export interface MethodPrefix {
  readonly closed: number
  readonly resolved: number
  readonly correct: number
  readonly calls: number
}

/**
 * Says where a method will end while it runs, by what is closed at the front of the order and by what is known for certain;
 * null until a trial there has its verdict. No value lies outside its limits.
 */
export function liveEstimate(
  { trials, prefix }: { readonly trials: number; readonly prefix?: MethodPrefix | null },
  bounds: Bounds,
): LiveEstimate | null {
  if (prefix === undefined || prefix === null || prefix.resolved === 0) return null
  const { closed, resolved, correct, calls } = prefix
  const { value, low, high, n } = liveInterval({ trials, closed, right: correct, unknown: closed - resolved })
  const limits = { low: within(bounds, low), high: within(bounds, high) }
  return { value: within(limits, value), ...limits, n, calls: calls / resolved }
}

function within({ low, high }: Bounds, share: number): number {
  return Math.min(high, Math.max(low, share))
}
