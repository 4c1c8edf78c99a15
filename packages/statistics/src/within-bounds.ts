import type { Bounds } from '@cges-fleet/core'

/** Limits that hold at a look, clipped to the bounds that no later result can leave. */
export function overlap(certain: Bounds, { low, high }: Bounds): Bounds {
  return { low: within(certain, low), high: within(certain, high) }
}

/** The nearest value that lies in the bounds. */
export function within({ low, high }: Bounds, value: number): number {
  return Math.min(high, Math.max(low, value))
}
