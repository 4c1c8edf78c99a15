import { bindingConstraint, constraintWords, type PoolShares, type QueueDepth } from '@cges-fleet/core'

/** Explains in a sentence why the reader's own work waits in a pool, or that it does not. */
export function whyWaiting(shares: PoolShares, depth: QueueDepth | null): string {
  return constraintWords(bindingConstraint(shares, { paused: depth?.paused === true }))
}
