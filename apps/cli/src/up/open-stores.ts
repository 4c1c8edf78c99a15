import { type DataSource, migrate, openDatabase } from '@cges-fleet/db'
import { startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { UsageError } from '../usage-error.js'
import type { UpEnvironment } from './env.js'
import { readFleetRecord } from './fleet-record.js'
import type { Launch } from './spawn-child.js'

export interface Stores {
  readonly databaseUrl: string
  readonly redisUrl: string | undefined
  /** For people: where the data is. */
  readonly description: string
}

const ONE_FLEET = 8_812_204

/** Opens the stores: those of the environment, else an embedded PostgreSQL with the queue in it; then migrates. */
export async function openStores(env: UpEnvironment, folder: string, launch: Launch): Promise<Stores> {
  const redisUrl = env.REDIS_URL
  const queue = redisUrl === undefined ? 'the queue in it' : 'the queue in Redis'
  if (env.DATABASE_URL !== undefined) {
    const db = await openDatabase({ url: env.DATABASE_URL, application: 'cges-up', connections: 4 })
    await migrate(db)
    await db.destroy()
    return { databaseUrl: env.DATABASE_URL, redisUrl, description: `PostgreSQL from DATABASE_URL, ${queue}` }
  }
  const { started, quietMs, tell } = launch
  const postgres = await startEmbeddedPostgres({
    folder,
    durable: true,
    quietMs,
    onStart: (pid, kind) => started.process(pid, kind),
  })
  if (postgres.notice !== null) tell(postgres.notice)
  const db = await openDatabase({ url: postgres.url, application: 'cges-up', connections: 4 })
  await holdAlone(db, folder)
  // Registered only now that it is ours: before, it may have been another fleet's.
  started.process(postgres.pid, 'postgres')
  started.closes(() => postgres.stop())
  started.closes(() => db.destroy())
  await migrate(db)
  return {
    databaseUrl: postgres.url,
    redisUrl,
    description: `embedded PostgreSQL in ${folder}${postgres.adopted ? ' (taken over from an earlier run)' : ''}, ${queue}`,
  }
}

/** One fleet per data folder. The lock ends with this process, so a killed run is never in the way. */
async function holdAlone(db: DataSource, folder: string): Promise<void> {
  const holder = db.createQueryRunner()
  const [row]: { held: boolean }[] = await holder.query('SELECT pg_try_advisory_lock($1) AS held', [ONE_FLEET])
  if (row?.held === true) return
  await holder.release()
  await db.destroy()
  const running = readFleetRecord(folder)
  const where = running === null ? '' : `: its dashboard is at ${running.dashboard ?? running.api}`
  throw new UsageError(
    `A fleet already runs on ${folder}${where}. Stop it with Ctrl-C, or use --data for another folder`,
  )
}
