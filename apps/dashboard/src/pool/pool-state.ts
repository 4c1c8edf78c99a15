import type { PoolHistory, PoolShares, QueueDepth } from '@cges-fleet/core'

/** A pool's state, all of it loaded at one time; the depth is null if the queue cannot be read. */
export interface PoolState {
  readonly shares: PoolShares
  readonly depth: QueueDepth | null
  readonly history: PoolHistory
}
