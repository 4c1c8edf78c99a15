import { existsSync } from 'node:fs'
import { appEntry } from '../paths.js'
import { UsageError } from '../usage-error.js'
import type { Stores } from './open-stores.js'
import { requireModelServer } from './require-model-server.js'
import { type Child, type Launch, spawnChild } from './spawn-child.js'
import { startDashboard } from './start-dashboard.js'

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
type Own = Exclude<Answers, { kind: 'servers' }>

export interface FleetOptions {
  readonly stores: Stores
  readonly answers: Answers
  readonly pool: string
  readonly workers: number
  readonly concurrency: number
  /** The port wanted for the dashboard; null starts none. */
  readonly dashboardPort: number | null
  /** The port of the API; 0 picks any free one. */
  readonly apiPort: number
}

export interface Fleet {
  readonly api: string
  readonly dashboard: string | null
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
    await Promise.all(options.answers.urls.map((url) => requireModelServer(url, launch)))
  }
  const stores = storeVariables(options.stores)
  const api = addressOf(await start('api', appEntry('api'), { ...stores, PORT: String(options.apiPort) }))
  await all([
    start('coordinator', appEntry('coordinator'), stores),
    ...Array.from({ length: options.workers }, (_, number) => startWorker(start, options, number)),
  ])
  const dashboard = options.dashboardPort === null ? null : await startDashboard(options.dashboardPort, api, launch)
  if (dashboard !== null) children.push(dashboard)
  return { api, dashboard: dashboard === null ? null : addressOf(dashboard), children }
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

function serverVariables(answers: Own, concurrency: number): Record<string, string> {
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
