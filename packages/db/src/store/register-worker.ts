import { type Db, query } from './query.js'

export interface WorkerRegistration {
  readonly id: string
  readonly pool: string
  readonly slots: number
  readonly ready: boolean
  readonly reason: string | null
  readonly engine: string | null
}

/** Says that a worker is alive and whether it can draw: its slots count towards the pool while this is fresh. */
export async function heartbeat(db: Db, worker: WorkerRegistration): Promise<void> {
  await query(
    db,
    `INSERT INTO worker (id, pool, slots, ready, reason, engine) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE
     SET slots = EXCLUDED.slots, ready = EXCLUDED.ready, reason = EXCLUDED.reason, engine = EXCLUDED.engine,
         heartbeat_at = now()`,
    [worker.id, worker.pool, worker.slots, worker.ready, worker.reason, worker.engine],
  )
}

/** Takes a worker that ends in good order off its pool. */
export async function deregisterWorker(db: Db, id: string): Promise<void> {
  await query(db, `DELETE FROM worker WHERE id = $1`, [id])
}
