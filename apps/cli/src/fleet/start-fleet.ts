import { existsSync } from 'node:fs'
import { type DataSource, migrate, openDatabase } from '@cges-fleet/db'
import { startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { migrateQueue } from '@cges-fleet/queue'
import { readFleetRecord } from '../api/connection.js'
import { UsageError } from '../errors.js'
import { appEntry } from '../paths.js'
import { type Child, type Launch, requireModelServer, spawnChild, startDashboard } from './processes.js'
import type { UpEnvironment } from './env.js'

/** The source of the answers that workers get. */
export type Answers =
  | { readonly kind: 'tiny' }
  | {
      readonly kind: 'simulated'
      readonly timeScale: number
      readonly scenario?: string | undefined
      /** Whether it makes up answers to unknown questions. */
      readonly makesUp: boolean
    }
  | { readonly kind: 'recorded'; readonly file: string }
  | { readonly kind: 'servers'; readonly urls: readonly string[]; readonly settings: Readonly<Record<string, string>> }

/** Those that need a server of their own beside each worker. */
type BuiltInAnswers = Exclude<Answers, { kind: 'servers' }>

interface FleetOptions {
  readonly stores: Stores
  readonly answers: Answers
  readonly pool: string
  readonly workers: number
  readonly concurrency: number
  /** The port wanted for the dashboard; null starts none. */
  readonly dashboardPort: number | null
  /** The port of the API; 0 picks any free one. */
  readonly apiPort: number
  /** The port wanted for the gateway; null starts none. */
  readonly gatewayPort: number | null
}

export interface Fleet {
  readonly api: string
  readonly dashboard: string | null
  readonly gateway: string | null
  readonly children: readonly Child[]
}

/**
 * Starts API, coordinator, workers (each beside its own model server) and dashboard; everything started is registered
 * in `launch.started`.
 */
export async function startFleet(options: FleetOptions, launch: Launch): Promise<Fleet> {
  const children: Child[] = []
  const start = async (name: string, entry: string, env: Record<string, string>) => {
    if (!existsSync(entry))
      throw new UsageError(`${entry} is not built: run \`npm start\` or \`node .config/prepare.mjs\` first`)
    const child = await spawnChild({ name, entry, env }, launch)
    children.push(child)
    return child
  }
  if (options.answers.kind === 'servers') {
    const { urls, settings } = options.answers
    await Promise.all(urls.map((url) => requireModelServer(url, settings['MODEL_SERVER_KEY_FILE'], launch)))
  }
  const stores = storeVariables(options.stores)
  const api = addressOf(await start('api', appEntry('api'), { ...stores, PORT: String(options.apiPort) }))
  await all([
    start('coordinator', appEntry('coordinator'), stores),
    ...Array.from({ length: options.workers }, (_, number) => startWorker(start, options, number)),
  ])
  const { gatewayPort } = options
  const gateway =
    gatewayPort === null ? null : await start('gateway', appEntry('gateway'), { ...stores, PORT: String(gatewayPort) })
  const dashboard = options.dashboardPort === null ? null : await startDashboard(options.dashboardPort, api, launch)
  if (dashboard !== null) children.push(dashboard)
  return {
    api,
    dashboard: dashboard === null ? null : addressOf(dashboard),
    gateway: gateway === null ? null : addressOf(gateway),
    children,
  }
}

/** Rejects with the first failure: processes still starting are ended along with those that have started. */
async function all(starting: readonly Promise<unknown>[]): Promise<void> {
  for (const one of starting) one.catch(() => undefined)
  await Promise.all(starting)
}

type Start = (name: string, entry: string, env: Record<string, string>) => Promise<Child>

async function startWorker(start: Start, options: FleetOptions, number: number): Promise<Child> {
  const { answers } = options
  const server =
    answers.kind === 'servers'
      ? (answers.urls[number % answers.urls.length] ?? '')
      : addressOf(
          await start(
            `model server ${number + 1}`,
            appEntry('vllm-sim'),
            serverVariables(answers, options.concurrency),
          ),
        )
  return start(`worker ${number + 1}`, appEntry('worker'), {
    ...storeVariables(options.stores),
    PORT: '0',
    POOL: options.pool,
    MODEL_SERVER_URL: server,
    WORKER_NAME: `worker-${number + 1}`,
    WORKER_CONCURRENCY: String(options.concurrency),
    ...(answers.kind === 'servers' ? answers.settings : {}),
  })
}

function serverVariables(answers: BuiltInAnswers, concurrency: number): Record<string, string> {
  const common = { PORT: '0', MAX_NUM_SEQS: String(concurrency), MODE: answers.kind }
  switch (answers.kind) {
    case 'tiny':
      return common
    case 'recorded':
      return { ...common, RECORDED_FILE: answers.file, MODEL: 'recorded-answers', TIME_SCALE: '0' }
    case 'simulated': {
      const { timeScale, scenario, makesUp } = answers
      return {
        ...common,
        MODEL: 'simulated-model',
        TIME_SCALE: String(timeScale),
        UNKNOWN_QUESTIONS: makesUp ? 'make-up' : 'refuse',
        ...(scenario === undefined ? {} : { SCENARIO_FILE: scenario }),
      }
    }
  }
}

function storeVariables(stores: Stores): Record<string, string> {
  // `up` runs all processes under its own login.
  const DATABASE_URL = stores.databaseUrl
  return {
    DATABASE_URL,
    STORE_LOGINS: 'shared',
    ...(stores.redisUrl === undefined ? {} : { REDIS_URL: stores.redisUrl }),
  }
}

function addressOf(child: Child): string {
  if (child.listening === null) throw new Error(`${child.name} did not say where it listens`)
  return child.listening
}

export interface Stores {
  readonly databaseUrl: string
  /** Whether it is the fleet's own, whose address nobody chose. */
  readonly isEmbedded: boolean
  readonly redisUrl: string | undefined
  /** For people: where the data is. */
  readonly description: string
}

const ONE_FLEET = 8_812_204

/** Opens the stores: those of the environment, else an embedded PostgreSQL with the queue in it; then migrates. */
export async function openStores(env: UpEnvironment, folder: string, launch: Launch): Promise<Stores> {
  const redisUrl = env.REDIS_URL
  const queue = redisUrl === undefined ? '' : ', queue in Redis'
  if (env.DATABASE_URL !== undefined) {
    const db = await openDatabase({ url: env.DATABASE_URL, application: 'cges-up', connections: 4 })
    // The queue first, so that migrating grants its use to workers with logins of their own.
    if (redisUrl === undefined) await migrateQueue(env.DATABASE_URL)
    await migrate(db)
    await db.destroy()
    const description = `in the PostgreSQL of DATABASE_URL${queue}`
    return { databaseUrl: env.DATABASE_URL, isEmbedded: false, redisUrl, description }
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
    isEmbedded: true,
    redisUrl,
    description: `in ${folder}${postgres.adopted ? ', taken over from an earlier run' : ''}${queue}`,
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
