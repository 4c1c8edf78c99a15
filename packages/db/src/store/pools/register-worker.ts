import type { Preflight } from '@cges-fleet/core'
import { type Db, query } from '../../connection/query.js'

export interface WorkerRegistration {
  readonly id: string
  /** A UUID that its process alone knows, so that no other may change or remove it; its id unless given. */
  readonly secret?: string
  readonly pool: string
  readonly slots: number
  /** A call delivered so often is given up; 6 unless given. */
  readonly maxDeliveries?: number
  readonly ready: boolean
  readonly reason: string | null
  readonly engine: string | null
  /** What it found out about its model server; left out or null until it has. */
  readonly preflight?: Preflight | null
}

/** Records that a worker is alive and whether it can draw, once its pool is there: its slots count while this is fresh. */
export async function heartbeat(db: Db, worker: WorkerRegistration): Promise<void> {
  const { id, secret = id, pool, slots, ready, reason, engine, preflight = null, maxDeliveries = 6 } = worker
  const found = preflight === null ? null : JSON.stringify(preflight)
  const values = [id, pool, slots, ready, reason, engine, found, secret, maxDeliveries]
  await query(db, `SELECT register_worker($1, $2, $3, $4, $5, $6, $7, $8, $9)`, values)
}

/** Removes a worker that shuts down in good order from its pool. */
export async function deregisterWorker(
  db: Db,
  { id, secret = id }: Pick<WorkerRegistration, 'id' | 'secret'>,
): Promise<void> {
  await query(db, `SELECT deregister_worker($1, $2)`, [id, secret])
}
