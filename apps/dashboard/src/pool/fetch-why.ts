import { getPoolShares, getQueueDepth } from '@cges-fleet/core/addresses'
import { api } from '../api/browser-client'
import { whyWaiting } from './why-waiting'

const ASK_TIMEOUT_MS = 8_000

/** Asks a pool why one's own work waits there, in the words of its page; null if it does not tell. */
export async function fetchWhy(pool: string): Promise<string | null> {
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
  const path = { pool }
  try {
    const [shares, depth] = await Promise.all([
      api.call(getPoolShares, { path }, { signal }),
      api.call(getQueueDepth, { path }, { signal }).catch(() => null),
    ])
    return whyWaiting(shares, depth)
  } catch {
    return null
  }
}
