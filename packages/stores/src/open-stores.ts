import {
  closeDatabase,
  type DataSource,
  endSilentConnections,
  fitPool,
  fleetId,
  openDatabase,
  readConnections,
  requireMigrated,
  requireRoleLogin,
} from '@cges-fleet/db'
import {
  openBackend,
  type QueueBackend,
  queueStores,
  type QueueTrouble,
  RoundQueue,
  CallQueues,
  needsRoleLogin,
  watchedQueue,
} from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'

export interface StoresOptions {
  /** The variables that choose the stores, as `StoreEnvironment` parses them. */
  readonly env: Parameters<typeof queueStores>[0]
  readonly role: 'api' | 'coordinator' | 'gateway' | 'worker'
  /** The name of the process's connections in the database. */
  readonly application: string
  /** The pool's size; smaller if the server has fewer connections left, but never below `least`. */
  readonly connections: number
  readonly least: number
}

/** The database and the queues, open. */
export interface Stores {
  readonly db: DataSource
  /** The connection that the queue's own workers are created with. */
  readonly backend: QueueBackend
  /** What an operator must change about the queue's store, as it is now; nothing if the queue is in PostgreSQL. */
  readonly queueTroubles: () => Promise<readonly QueueTrouble[]>
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
export async function openStores({ env, role, application, ...pool }: StoresOptions): Promise<Stores> {
  const connections = await pooled(env.DATABASE_URL, pool)
  const db = await openDatabase({ url: env.DATABASE_URL, application, connections, role })
  await requireMigrated(db)
  if (needsRoleLogin(env)) await requireRoleLogin(db, role)
  const fleet = await fleetId(db)
  const onConnect = endSilentConnections(env.DATABASE_URL)
  const backend = await openBackend({ ...queueStores(env), fleet, onConnect })
  if (backend.notice !== null) logger('Start').warn(backend.notice)
  const queueTroubles = async () => (env.REDIS_URL === undefined ? [] : watchedQueue(env.REDIS_URL, fleet))
  return { db, backend, queueTroubles, rounds: new RoundQueue(backend), calls: new CallQueues(backend) }
}

/** The size of the pool that the database server has room for. */
async function pooled(
  url: string,
  { connections, least }: Pick<StoresOptions, 'connections' | 'least'>,
): Promise<number> {
  const server = await readConnections(url)
  if (server === null) return connections
  const fitted = fitPool({ wanted: connections, least }, server)
  if (fitted.notice !== null) logger('Start').warn(fitted.notice)
  return fitted.connections
}
