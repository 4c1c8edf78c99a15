import type { PoolView } from '@cges-fleet/core'
import { type Db, query } from './query.js'
import { WORKER_FRESH } from './worker-fresh.js'

/** Lists the pools with their workers: who draws, how many at once, and why one does not. Those of imported logs never draw. */
export async function listPools(db: Db): Promise<PoolView[]> {
  return query<PoolView>(
    db,
    `SELECT p.name, p.model, p.model_revision AS revision, p.provenance, p.reward_model AS "rewardModel",
            p.max_model_len AS "maxModelLen",
            coalesce(w.workers, '[]'::jsonb) AS workers
     FROM pool p LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object(
                'id', id, 'slots', slots, 'ready', ready, 'reason', reason, 'engine', engine,
                'heartbeatAgeMs', round(extract(epoch FROM now() - heartbeat_at) * 1000)) ORDER BY id) AS workers
       FROM worker WHERE pool = p.name AND heartbeat_at > now() - ${WORKER_FRESH}
     ) w ON true
     WHERE p.provenance <> 'imported'
     ORDER BY p.name`,
  )
}

export interface PoolBacklog {
  readonly waiting: number
  readonly active: number
  /** Open trials without a live sample: what would run if there were more workers. */
  readonly backlog: number
}

/** Reads what could run now in a pool, of all teams, from the rows and not from the queue, which an outage may have emptied. Null: no such pool. */
export async function readPoolBacklog(db: Db, pool: string): Promise<PoolBacklog | null> {
  const rows = await query<PoolBacklog>(
    db,
    `SELECT coalesce(sum(l.waiting), 0)::int AS waiting, coalesce(sum(l.active), 0)::int AS active,
            coalesce(sum(l.backlog), 0)::int AS backlog
     FROM pool p LEFT JOIN pool_load(p.name) l ON true WHERE p.name = $1 GROUP BY p.name`,
    [pool],
  )
  return rows[0] ?? null
}
