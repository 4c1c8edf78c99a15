import {
  closeDatabase,
  type DataSource,
  endSilentConnections,
  openDatabase,
  requireMigrated,
  requireOwnLogin,
} from '@cges-fleet/db'
import { openBackend, type QueueBackend, queueStores, RoundQueue, CallQueues, wantsOwnLogin } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'

export interface StoresOptions {
  /** The variables that choose the stores, as `StoreEnvironment` parses them. */
  readonly env: Parameters<typeof queueStores>[0]
  readonly role: 'api' | 'coordinator' | 'worker'
  /** The name of the process's connections in the database. */
  readonly application: string
  readonly connections: number
}

/** The database and the queues, open. */
export interface Stores {
  readonly db: DataSource
  /** The connection that the queue's own workers are created with. */
  readonly backend: QueueBackend
  readonly rounds: RoundQueue
  readonly calls: CallQueues
}

/** Closes them, queues first. An error from a queue that is unavailable anyway is ignored. */
export async function closeStores({ db, rounds, calls }: Stores): Promise<void> {
  await Promise.allSettled([rounds.close(), calls.close()])
  await closeDatabase(db)
}

/**
 * Opens the database in one role, and then the queue's store. Refuses a database that is not migrated and, if a process
 * must have logins of its own, one with too many rights; logs anything else worth a warning.
 */
export async function openStores({ env, role, application, connections }: StoresOptions): Promise<Stores> {
  const db = await openDatabase({ url: env.DATABASE_URL, application, connections, role })
  await requireMigrated(db)
  if (wantsOwnLogin(env)) await requireOwnLogin(db, role)
  const backend = await openBackend({ ...queueStores(env), onConnect: endSilentConnections(env.DATABASE_URL) })
  if (backend.notice !== null) logger('Start').warn(backend.notice)
  return { db, backend, rounds: new RoundQueue(backend), calls: new CallQueues(backend) }
}
