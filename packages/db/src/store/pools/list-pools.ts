import type { PoolView } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { WORKER_FRESH } from './worker-fresh.js'

/**
 * Lists the pools with their workers: which draw, how many at once, and why one does not. Those of imported logs never
 * draw.
 */
export async function listPools(db: Db): Promise<PoolView[]> {
  return query<PoolView>(
    db,
    `SELECT p.name, p.model, p.model_revision AS revision, p.provenance, p.reward_model AS "rewardModel",
            p.step_scorer AS "stepScorer", p.max_model_len AS "maxModelLen",
            coalesce(w.workers, '[]'::jsonb) AS workers
     FROM pool p LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object(
                'id', id, 'slots', slots, 'ready', ready, 'reason', reason, 'engine', engine, 'preflight', preflight,
                'heartbeatAgeMs', round(extract(epoch FROM now() - heartbeat_at) * 1000)) ORDER BY id) AS workers
       FROM worker WHERE pool = p.name AND heartbeat_at > now() - ${WORKER_FRESH}
     ) w ON true
     WHERE p.provenance <> 'imported'
     ORDER BY p.name`,
  )
}
