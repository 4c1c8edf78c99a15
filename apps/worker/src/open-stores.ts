import { type DataSource, endSilentConnections, openDatabase, requireMigrated, requireOwnLogin } from '@cges-fleet/db'
import { openBackend, type QueueBackend, queueStores, wantsOwnLogin } from '@cges-fleet/queue'
import type { Logger } from '@cges-fleet/telemetry'
import type { WorkerEnvironment } from './env.js'

/** Opens the database, with the rights of a worker alone, and the queue's store. */
export async function openStores(
  env: WorkerEnvironment,
  log: Logger,
): Promise<{ readonly db: DataSource; readonly backend: QueueBackend }> {
  const db = await openDatabase({
    url: env.DATABASE_URL,
    application: `cges-worker ${env.WORKER_NAME}`,
    connections: Math.min(20, env.WORKER_CONCURRENCY + 2),
    role: 'worker',
  })
  await requireMigrated(db)
  const login = wantsOwnLogin(env) ? await requireOwnLogin(db, 'worker') : null
  if (login !== null) log.warn(login)
  const backend = await openBackend({ ...queueStores(env), onConnect: endSilentConnections(env.DATABASE_URL) })
  if (backend.notice !== null) log.warn(backend.notice)
  return { db, backend }
}
