import { type Db, query } from './query.js'

const SMALLEST_WINDOW = 32

/** A worker not heard of for this long no longer counts. */
export const WORKER_FRESH = `interval '30 seconds'`

/**
 * Reads how many samples an evaluation may have pending or leased at once and how many it has: twice its share of
 * the pool's slots, so that workers never wait and a cancel or an early stop wastes little.
 */
export async function readWindow(
  tx: Db,
  evaluation: { id: string; pool: string },
): Promise<{ free: number; size: number }> {
  const rows = await query<{ slots: number; sharers: number; live: number }>(
    tx,
    `SELECT (SELECT coalesce(sum(slots), 0)::int FROM worker
             WHERE pool = $2 AND ready AND heartbeat_at > now() - ${WORKER_FRESH}) AS slots,
            (SELECT count(*)::int FROM evaluation WHERE pool = $2 AND status = 'running') AS sharers,
            (SELECT count(*)::int FROM sample
             WHERE evaluation_id = $1 AND state IN ('pending', 'leased')) AS live`,
    [evaluation.id, evaluation.pool],
  )
  const { slots, sharers, live } = rows[0] ?? { slots: 0, sharers: 1, live: 0 }
  const window = Math.max(SMALLEST_WINDOW, Math.ceil((2 * slots) / Math.max(1, sharers)))
  return { free: Math.max(0, window - live), size: window }
}
