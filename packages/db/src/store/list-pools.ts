import type { PoolView } from '@cges-fleet/core'
import { type Db, query } from './query.js'
import { WORKER_FRESH } from './read-window.js'

/** Lists the pools with their workers: who draws, how many at once, and why one does not. */
export async function listPools(db: Db): Promise<PoolView[]> {
  return query<PoolView>(
    db,
    `SELECT p.name, p.model, p.provenance, p.reward_model AS "rewardModel", coalesce(w.workers, '[]'::jsonb) AS workers
     FROM pool p LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object(
                'id', id, 'slots', slots, 'ready', ready, 'reason', reason, 'engine', engine,
                'heartbeatAgeMs', round(extract(epoch FROM now() - heartbeat_at) * 1000)) ORDER BY id) AS workers
       FROM worker WHERE pool = p.name AND heartbeat_at > now() - ${WORKER_FRESH}
     ) w ON true
     ORDER BY p.name`,
  )
}

export interface PoolBacklog {
  readonly waiting: number
  readonly active: number
  /** Open trials without a live sample: what would run if there were more workers. */
  readonly backlog: number
}

/** Reads what could run now in a pool, from the rows and not from the queue, which an outage may have emptied. Null: no such pool. */
export async function readPoolBacklog(db: Db, pool: string): Promise<PoolBacklog | null> {
  const rows = await query<PoolBacklog & { known: boolean }>(
    db,
    `SELECT EXISTS (SELECT 1 FROM pool WHERE name = $1) AS known,
            live.waiting, live.active, greatest(0, open.trials - live.trials)::int AS backlog
     FROM (
       SELECT count(*) FILTER (WHERE s.state = 'pending')::int AS waiting,
              count(*) FILTER (WHERE s.state = 'leased')::int AS active,
              count(DISTINCT s.trial_id)::int AS trials
       FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
       WHERE e.pool = $1 AND e.status = 'running' AND s.state IN ('pending', 'leased')
     ) live, (
       SELECT coalesce(sum(trials_total - trials_closed - trials_blocked), 0)::int AS trials
       FROM evaluation WHERE pool = $1 AND status = 'running'
     ) open`,
    [pool],
  )
  const row = rows[0]
  if (row?.known !== true) return null
  return { waiting: row.waiting, active: row.active, backlog: row.backlog }
}
