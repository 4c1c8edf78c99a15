import { type Db, query } from '../connection/query.js'
import { isWanted, WORKER_FRESH } from '../pools/pools.js'

/** A pool that the gateway may draw from. */
export interface ServedPool {
  readonly name: string
  readonly model: string
  /** The most tokens a prompt and its answer have together; null if no server has said. */
  readonly maxModelLen: number | null
  /** Slots of its workers that can draw now. */
  readonly slots: number
  /** Whether an operator has paused it, and the reason if one was given. */
  readonly paused: boolean
  readonly pauseReason: string | null
  readonly createdAt: Date
}

/** Selects the pools that draw, whoever is their worker now. */
export function selectServedPools(db: Db): Promise<ServedPool[]> {
  return query<ServedPool>(db, SELECT)
}

const SELECT = `
SELECT p.name, p.model, p.max_model_len AS "maxModelLen", p.created_at AS "createdAt",
       p.paused_at IS NOT NULL AS paused, p.pause_reason AS "pauseReason",
       (SELECT coalesce(sum(slots), 0)::int FROM worker WHERE pool = p.name AND ready AND heartbeat_at > now() - ${WORKER_FRESH}) AS slots
FROM pool p WHERE p.provenance <> 'imported' ORDER BY p.name`

/**
 * Notes that a pool without a worker is wanted for the next minute: an autoscaler sees work, and starts one. Written once
 * in ten seconds, however many requests are refused.
 */
export async function wantPool(db: Db, pool: string): Promise<void> {
  await query(db, WANT, [pool])
}

const WANT = `
UPDATE pool SET wanted_until = now() + interval '60 seconds'
WHERE name = $1 AND coalesce(wanted_until, now()) < now() + interval '50 seconds'`

/** Whether a request of the gateway was refused in the last minute because a pool had no worker. */
export async function isPoolWanted(db: Db, pool: string): Promise<boolean> {
  const [row] = await query<{ wanted: boolean }>(
    db,
    `SELECT ${isWanted('p')} AS wanted FROM pool p WHERE p.name = $1`,
    [pool],
  )
  return row?.wanted ?? false
}
