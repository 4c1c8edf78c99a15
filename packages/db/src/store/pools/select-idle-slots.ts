import { WORKER_FRESH } from './worker-fresh.js'
import { type Db, query } from '../query.js'

/** Selects how many slots of a pool have nothing to do and nothing waiting for them; 0 at least. */
export async function selectIdleSlots(tx: Db, pool: string): Promise<number> {
  const rows = await query<{ idle: number }>(tx, IDLE, [pool])
  return rows[0]?.idle ?? 0
}

const IDLE = `
SELECT greatest(0, (SELECT coalesce(sum(slots), 0) FROM worker
                    WHERE pool = $1 AND ready AND heartbeat_at > now() - ${WORKER_FRESH})
                 - (SELECT count(*) FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind <> 'score'
                    WHERE e.pool = $1 AND e.status IN ('running', 'paused', 'stuck')))::int AS idle`
