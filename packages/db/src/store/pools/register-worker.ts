import { type Db, query } from '../query.js'

export interface WorkerRegistration {
  readonly id: string
  readonly pool: string
  readonly slots: number
  readonly ready: boolean
  readonly reason: string | null
  readonly engine: string | null
}

/** Records that a worker is alive and whether it can draw: its slots count towards the pool while this is fresh. */
export async function heartbeat(db: Db, worker: WorkerRegistration): Promise<void> {
  const { id, pool, slots, ready, reason, engine } = worker
  await query(db, `SELECT register_worker($1, $2, $3, $4, $5, $6)`, [id, pool, slots, ready, reason, engine])
}

/** Removes a worker that shuts down in good order from its pool. */
export async function deregisterWorker(db: Db, id: string): Promise<void> {
  await query(db, `SELECT deregister_worker($1)`, [id])
}
