import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark, EvaluationSpecInput } from '@cges-fleet/core'
import { ImportBenchmark, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { type DataSource, migrate, openDatabase } from '@cges-fleet/db'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import pg from 'pg'
import { FakeModel } from '../../chaos/model/fake-model.js'
import { chaosBenchmark } from '../../chaos/workload/shapes.js'
import { type App, type RunningApp, spawnApp } from '../../fleet/spawn-app.js'
import { type PrivateRedis, startPrivateRedis } from '../../support/redis.js'

export const WORKERS = 2
const POOL = 'bench'
const LOOK_MS = 100

interface BenchFleetOptions {
  /** A benchmark, or a number of the fake model's questions. */
  readonly questions: number | Benchmark
  /** Concurrent calls of each worker. */
  readonly concurrency: number
  /** The number of APIs, and of coordinators; one by default. */
  readonly each?: number
}

/** A model server in the bench's own process. */
export interface BenchModel {
  readonly url: string
  stop(): Promise<void>
}

/** A model with the given minimum and maximum latency. */
export function modelThatTakes(latencyMs: readonly [number, number]): Promise<FakeModel> {
  return FakeModel.start({ seed: 1, latencyMs, redrawable: 0, unclear: 0 })
}

/** A measured process. */
export interface Part {
  readonly name: string
  readonly pid: number
}

export interface Ended {
  readonly id: string
  readonly samples: number
}

type Given = Pick<EvaluationSpecInput, 'questions' | 'lookahead'>

const DONE = `SELECT status = 'done' AS done, samples_drawn::float8 AS samples FROM evaluation WHERE id = $1`

/** APIs, coordinators and two workers as real processes, with a model that answers as fast as configured. */
export class BenchFleet {
  readonly parts: Part[] = []
  readonly #apps: RunningApp[] = []
  readonly #apis: string[] = []
  #asked = 0

  /** The next API in turn. */
  get api(): string {
    this.#asked += 1
    return this.#apis[this.#asked % this.#apis.length] ?? ''
  }

  private constructor(
    private readonly stores: BenchStores,
    private readonly model: BenchModel,
    private readonly benchmark: string,
  ) {}

  static async start(stores: BenchStores, options: BenchFleetOptions, model: BenchModel): Promise<BenchFleet> {
    const { questions, concurrency, each = 1 } = options
    const benchmark = typeof questions === 'number' ? chaosBenchmark(questions) : questions
    const fleet = new BenchFleet(stores, model, benchmark.name)
    for (let n = 0; n < each; n += 1) {
      fleet.#apis.push((await fleet.#start('api', { PORT: '0' })).listening)
      await fleet.#start('coordinator', {})
    }
    const settings = { POOL, MODEL_SERVER_URL: model.url, WORKER_CONCURRENCY: String(concurrency) }
    const names = Array.from({ length: WORKERS }, (_, n) => `worker-${n}`)
    await Promise.all(names.map((name) => fleet.#start('worker', { ...settings, WORKER_NAME: name })))
    await post(`${fleet.api}${pathOf(ImportBenchmark)}`, benchmark)
    return fleet
  }

  /** Runs one evaluation, of all questions by default, from its submission to its last verdict. */
  async evaluate(method: string, given: Given = {}): Promise<Ended> {
    return this.ended(await this.submit(method, given))
  }

  async submit(method: string, given: Given = {}): Promise<string> {
    const body = { benchmark: this.benchmark, pool: POOL, methods: [method], lookahead: 'off', ...given }
    return (await post(`${this.api}${pathOf(SubmitEvaluation)}`, body)).id
  }

  async ended(id: string): Promise<Ended> {
    for (;;) {
      const [{ done, samples }] = await this.stores.db.query<[{ done: boolean; samples: number }]>(DONE, [id])
      if (done) return { id, samples }
      await sleep(LOOK_MS)
    }
  }

  /** Starts a gateway beside it, and returns its address. */
  async startGateway(): Promise<string> {
    return (await this.#start('gateway', { PORT: '0' })).listening
  }

  async stop(): Promise<void> {
    await Promise.all(this.#apps.map((app) => app.kill('SIGKILL')))
    await this.model.stop()
  }

  async #start(app: App, variables: Record<string, string>): Promise<RunningApp> {
    const running = await spawnApp(app, { ...this.stores.variables, LOG_LEVEL: 'warn', ...variables })
    this.#apps.push(running)
    this.parts.push({ name: app, pid: running.process.pid ?? 0 })
    return running
  }
}

async function post(url: string, body: unknown): Promise<{ readonly id: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text) as { id: string }
}

export type QueueStore = 'redis' | 'postgres'

/** Stores of the bench's own that are durable, as in production: write-ahead log and append-only file are on disk. */
export class BenchStores {
  private constructor(
    private readonly folder: string,
    readonly postgres: EmbeddedPostgres,
    readonly redis: PrivateRedis | null,
    readonly db: DataSource,
  ) {}

  /** `inside` also counts the statements inside functions, `commits` keeps each commit's time: both cost time. */
  static async start(queue: QueueStore, { inside = false, commits = false } = {}): Promise<BenchStores> {
    const folder = mkdtempSync(join(tmpdir(), 'cges-bench-'))
    // PostgreSQL's own user must be able to enter it.
    chmodSync(folder, 0o755)
    const postgres = await countingPostgres(folder, inside ? 'all' : 'top', commits)
    const redis = queue === 'redis' ? await startPrivateRedis(folder, { appendOnly: true }) : null
    if (queue === 'redis' && redis === null)
      throw new Error('redis-server is not installed: install it, or add --queue postgres')
    const db = await openDatabase({ url: postgres.url, application: 'bench', connections: 2 })
    await migrate(db)
    const stores = new BenchStores(folder, postgres, redis, db)
    process.once('exit', stores.#abandon)
    return stores
  }

  /** If the bench ends early, its servers must not outlive it. */
  readonly #abandon = (): void => {
    process.kill(this.postgres.pid, 'SIGQUIT')
    if (this.redis !== null) process.kill(this.redis.pid, 'SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  get variables(): Record<string, string> {
    return { DATABASE_URL: this.postgres.url, ...(this.redis === null ? {} : { REDIS_URL: this.redis.url }) }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#abandon)
    await this.db.destroy()
    await this.redis?.stop()
    await this.postgres.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Counts statements; every figure includes what that costs. */
async function countingPostgres(folder: string, track: 'all' | 'top', commits: boolean): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ folder, durable: true })
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`)
  await client.query('CREATE EXTENSION pg_stat_statements')
  if (commits) await client.query('ALTER SYSTEM SET track_commit_timestamp = on')
  await client.end()
  await first.stop()
  const counting = await startEmbeddedPostgres({ folder, durable: true })
  const settings = new pg.Client({ connectionString: counting.url })
  await settings.connect()
  await settings.query(`ALTER SYSTEM SET pg_stat_statements.track = '${track}'`)
  await settings.query('SELECT pg_reload_conf()')
  await settings.end()
  return counting
}
