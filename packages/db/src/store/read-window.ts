import { type Db, query } from './query.js'

const SMALLEST_WINDOW = 32

/** A worker not heard of for this long no longer counts. */
export const WORKER_FRESH = `interval '30 seconds'`

/**
 * Reads how many samples an evaluation may have pending or leased at once and how many it has: twice its share of
 * the pool's slots, so that workers never wait and a cancel or an early stop wastes little. Teams with work share the
 * slots by their weights, a team's evaluations share evenly: the slots of teams without work are lent to the others.
 */
export async function readWindow(
  tx: Db,
  evaluation: { id: string; teamId: string; pool: string },
): Promise<{ free: number; size: number }> {
  const rows = await query<Load>(tx, LOAD, [evaluation.id, evaluation.pool, evaluation.teamId])
  const { slots, share, live } = rows[0] ?? { slots: 0, share: 1, live: 0 }
  const size = Math.max(SMALLEST_WINDOW, Math.ceil(2 * slots * share))
  return { free: Math.max(0, size - live), size }
}

interface Load {
  readonly slots: number
  /** The evaluation's part of the pool, in (0, 1]. */
  readonly share: number
  readonly live: number
}

const LOAD = `
WITH sharers AS (
  SELECT e.team_id, m.weight, count(*)::int AS evaluations
  FROM evaluation e JOIN team m ON m.id = e.team_id WHERE e.pool = $2 AND e.status = 'running' GROUP BY 1, 2
)
SELECT (SELECT coalesce(sum(slots), 0)::int FROM worker
        WHERE pool = $2 AND ready AND heartbeat_at > now() - ${WORKER_FRESH}) AS slots,
       coalesce((SELECT s.weight / s.evaluations FROM sharers s WHERE s.team_id = $3)
                / (SELECT sum(weight) FROM sharers), 1) AS share,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state IN ('pending', 'leased')) AS live`
