import { type Db, query } from '../connection/query.js'
import { WORKER_FRESH } from '../pools/pools.js'

/** A pool that the gateway may draw from. */
export interface ServedPool {
  readonly name: string
  readonly model: string
  /** The most tokens a prompt and its answer have together; null if no server has said. */
  readonly maxModelLen: number | null
  /** Slots of its workers that can draw now. */
  readonly slots: number
  readonly createdAt: Date
}

/** Selects the pools that draw, whoever is their worker now. */
export function selectServedPools(db: Db): Promise<ServedPool[]> {
  return query<ServedPool>(db, SELECT)
}

const SELECT = `
SELECT p.name, p.model, p.max_model_len AS "maxModelLen", p.created_at AS "createdAt",
       (SELECT coalesce(sum(slots), 0)::int FROM worker WHERE pool = p.name AND ready AND heartbeat_at > now() - ${WORKER_FRESH}) AS slots
FROM pool p WHERE p.provenance <> 'imported' ORDER BY p.name`
