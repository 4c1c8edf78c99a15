import type { PoolHistory, PoolShares, QueueDepth } from '@cges-fleet/core'

/** What is known of a pool, all of it read at one time; the depth is null if the queue cannot be read. */
export interface PoolState {
  readonly shares: PoolShares
  readonly depth: QueueDepth | null
  readonly history: PoolHistory
}
