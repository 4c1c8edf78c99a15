import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { NOTE_SECONDS } from './points.js'

/** Selects how long the first waiting sample of each pool has waited, as noted within the last minute. */
export function selectOldestWaiting(db: Db): Promise<{ readonly pool: string; readonly seconds: number }[]> {
  return query(
    db,
    `SELECT DISTINCT ON (pool) pool, oldest_ms / 1000 + extract(epoch FROM now() - at)::float8 AS seconds FROM pool_point
     WHERE step = ${NOTE_SECONDS} AND at > now() - interval '1 minute' AND oldest_ms > 0 ORDER BY pool, at DESC`,
    [],
  )
}

/** Counts a team's messages that wait for a webhook to accept them, and how long the oldest has. */
export async function countWaitingDeliveries(
  db: Db,
  team: TeamId,
): Promise<{ readonly waiting: number; readonly oldestSeconds: number | null }> {
  const [row] = await query<{ waiting: number; oldestSeconds: number | null }>(
    db,
    `SELECT count(*)::int AS waiting, extract(epoch FROM now() - min(made_at))::float8 AS "oldestSeconds"
     FROM delivery WHERE team_id = $1 AND state = 'waiting'`,
    [team],
  )
  return row ?? { waiting: 0, oldestSeconds: null }
}
