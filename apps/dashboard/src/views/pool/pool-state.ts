import type { PoolHistory, PoolQueue, PoolShares, PoolWindow, QueueDepth } from '@cges-fleet/core'
import { GetPoolHistory, GetPoolQueue, GetPoolShares, GetQueueDepth } from '@cges-fleet/core/contract'
import { type ApiAnswer, fetchApi } from '../../api/fetch-api'

/** Loads a pool on the server, as the signed-in reader; its queue may be unavailable. */
export async function fetchPoolState(pool: string, window: PoolWindow): Promise<ApiAnswer<PoolState>> {
  const path = { pool }
  const [shares, queue, history, depth] = await Promise.all([
    fetchApi(GetPoolShares, { path }),
    fetchApi(GetPoolQueue, { path }),
    fetchApi(GetPoolHistory, { path, query: { window } }),
    fetchApi(GetQueueDepth, { path }),
  ])
  if (!shares.ok) return shares
  if (!queue.ok) return queue
  if (!history.ok) return history
  return {
    ok: true,
    value: {
      shares: shares.value,
      queue: queue.value,
      history: history.value,
      depth: depth.ok ? depth.value : null,
    },
  }
}

/** A pool's state, all of it loaded at one time; the depth is null if the queue cannot be read. */
export interface PoolState {
  readonly shares: PoolShares
  readonly queue: PoolQueue
  readonly depth: QueueDepth | null
  readonly history: PoolHistory
}
