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
  /** The variables that choose the stores, as `StoreEnvironment` reads them. */
  readonly env: Parameters<typeof queueStores>[0]
  readonly role: 'api' | 'coordinator' | 'worker'
  /** What the database calls the process's connections. */
  readonly application: string
  readonly connections: number
}

/** The database and the queues, open. */
export interface Stores {
  readonly db: DataSource
  /** What the queue's own workers are made with. */
  readonly backend: QueueBackend
  readonly rounds: RoundQueue
  readonly calls: CallQueues
}

/** Closes them, queues first. An error of a queue that is away anyway is nobody's any more. */
export async function closeStores({ db, rounds, calls }: Stores): Promise<void> {
  await Promise.allSettled([rounds.close(), calls.close()])
  await closeDatabase(db)
}

/**
 * Opens the database, with the rights of a role alone, and then the queue's store. Refuses a database that is not migrated
 * and, where logins must be a process's own, one that may do more; what else is worth a warning is logged.
 */
export async function openStores({ env, role, application, connections }: StoresOptions): Promise<Stores> {
  const db = await openDatabase({ url: env.DATABASE_URL, application, connections, role })
  await requireMigrated(db)
  const login = wantsOwnLogin(env) ? await requireOwnLogin(db, role) : null
  if (login !== null) logger('Start').warn(login)
  const backend = await openBackend({ ...queueStores(env), onConnect: endSilentConnections(env.DATABASE_URL) })
  if (backend.notice !== null) logger('Start').warn(backend.notice)
  return { db, backend, rounds: new RoundQueue(backend), calls: new CallQueues(backend) }
}
