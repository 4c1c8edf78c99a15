import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@cges-fleet/client'
import { type Benchmark, type EvaluationSpecInput, type EvaluationView, hasEnded } from '@cges-fleet/core'
import { GetEvaluation, ImportBenchmark, SubmitEvaluation } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import pg from 'pg'
import { type FreshDatabase, freshDatabase } from '../support/databases.js'
import { emptyRedis } from '../support/redis.js'
import { type App, type RunningApp, spawnApp, type SpawnOptions } from './spawn-app.js'

const REWARD_SERVER = { PORT: '0', MODE: 'simulated', MODEL: 'reward-model', TIME_SCALE: '0' }

/** A whole fleet of real processes on a database of its own. */
export class TestFleet {
  readonly workers: RunningApp[] = []
  readonly coordinators: RunningApp[] = []
  /** The model server of each worker, in their order. */
  readonly simulators: RunningApp[] = []
  #api: RunningApp | undefined
  readonly #others: RunningApp[] = []
  readonly #sql: pg.Pool

  private constructor(
    readonly database: FreshDatabase,
    private readonly options: TestFleetOptions,
  ) {
    this.#sql = new pg.Pool({ connectionString: database.url, max: 2 })
    this.#sql.on('error', () => undefined)
  }

  static async start(options: TestFleetOptions): Promise<TestFleet> {
    const redis = await emptyRedis(options.redis)
    const fleet = new TestFleet(options.database ?? (await freshDatabase()), { ...options, redis })
    await Promise.all([fleet.#startApi('0'), fleet.startCoordinator(), fleet.#startWorkers(options.workers)])
    return fleet
  }

  get api(): string {
    return this.#api?.listening ?? ''
  }

  /** Its Redis; null if it has none. */
  get redis(): string | null {
    return this.options.redis
  }

  get #all(): readonly RunningApp[] {
    return [...(this.#api === undefined ? [] : [this.#api]), ...this.#others, ...this.workers]
  }

  /** API, coordinators and workers. */
  get processes(): readonly RunningApp[] {
    return this.#all.filter((app) => !this.simulators.includes(app))
  }

  /** Starts a gateway; `settings` are its alone. */
  async startGateway(settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const gateway = await this.#launch('gateway', 0, { ...this.#stores('gateway'), PORT: '0', ...settings })
    this.#others.push(gateway)
    return gateway
  }

  /** Kills the API as a machine that fails would; gives what starts it again where it listened. */
  async killApi(): Promise<() => Promise<void>> {
    const { port } = new URL(this.api)
    await this.#api?.kill('SIGKILL')
    return () => this.#startApi(port)
  }

  async #startApi(port: string): Promise<void> {
    this.#api = await this.#launch('api', 0, { ...this.#stores('api'), PORT: port })
  }

  async startCoordinator(): Promise<RunningApp> {
    const coordinator = await this.#launch('coordinator', this.coordinators.length, {
      ...this.#stores('coordinator'),
      SWEEP_MS: '200',
      ROUND_LOCK_MS: '1000',
    })
    this.#others.push(coordinator)
    this.coordinators.push(coordinator)
    return coordinator
  }

  /** One after another: the order of their names is that of their starts. */
  async #startWorkers(count: number): Promise<void> {
    for (let n = 0; n < count; n++) await this.startWorker()
  }

  /** Starts a worker beside a simulator of its own; `settings` are this worker's alone. */
  async startWorker(settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const concurrency = String(this.options.concurrency ?? 8)
    const server = await this.#spawn('vllm-sim', {
      PORT: '0',
      MODE: 'simulated',
      MODEL: 'simulated-model',
      MAX_NUM_SEQS: concurrency,
      TIME_SCALE: String(this.options.timeScale ?? 0),
      ...this.options.simulator,
    })
    this.simulators.push(server)
    const reward =
      this.options.rewards === true
        ? await this.#spawn('vllm-sim', { ...REWARD_SERVER, ...this.options.rewardServer })
        : null
    const worker = await this.#launch('worker', this.workers.length, {
      ...this.#stores('worker'),
      POOL: 'test',
      MODEL_SERVER_URL: server.listening,
      WORKER_CONCURRENCY: concurrency,
      LEASE_MS: String(this.options.leaseMs ?? 60_000),
      JOB_LOCK_MS: '2000',
      HEARTBEAT_MS: '500',
      MAX_DELIVERIES: '100',
      DRAIN_MS: String(this.options.drainMs ?? 20_000),
      ...(reward === null ? {} : { REWARD_SERVER_URL: reward.listening }),
      ...this.options.worker,
      ...settings,
    })
    this.workers.push(worker)
    return worker
  }

  async importBenchmark(benchmark: Benchmark): Promise<void> {
    await createClient({ url: this.api }).call(ImportBenchmark, { body: benchmark })
  }

  /** Submits an evaluation, on the demonstration benchmark unless it names another, that draws what it needs and no more. */
  async submit(spec: Partial<EvaluationSpecInput> & Pick<EvaluationSpecInput, 'methods'>): Promise<EvaluationView> {
    if (spec.benchmark === undefined) await this.importBenchmark(demoBenchmark())
    const whole = { benchmark: 'demo', pool: 'test', seed: 7, lookahead: 'off' as const, ...spec }
    return createClient({ url: this.api }).call(SubmitEvaluation, { body: whole })
  }

  async view(id: string): Promise<EvaluationView> {
    return createClient({ url: this.api }).call(GetEvaluation, { path: { id } })
  }

  /** Waits until an evaluation satisfies a condition. */
  async until(id: string, condition: (view: EvaluationView) => boolean, withinMs = 150_000): Promise<EvaluationView> {
    const end = performance.now() + withinMs
    for (;;) {
      const view = await this.view(id)
      if (condition(view)) return view
      if (performance.now() > end) throw new Error(`after ${withinMs} ms: ${JSON.stringify({ ...view, methods: [] })}`)
      await sleep(100)
    }
  }

  ended(id: string): Promise<EvaluationView> {
    return this.until(id, (view) => hasEnded(view.status))
  }

  async sql<Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#sql.query<Row>(statement, values)).rows
  }

  async post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }

  /** The processes that have ended, which none should by itself. */
  exits(): string[] {
    return this.#all.flatMap(({ process: { exitCode, signalCode }, said }) =>
      exitCode === null && signalCode === null ? [] : [`${String(exitCode ?? signalCode)}: ${said()}`],
    )
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map((app) => app.kill('SIGKILL')))
    await this.#sql.end()
    await this.database.drop()
  }

  async #spawn(app: App, variables: Record<string, string>): Promise<RunningApp> {
    const running = await this.#launch(app, this.workers.length, variables)
    this.#others.push(running)
    return running
  }

  #launch(app: App, nth: number, variables: Readonly<Record<string, string>>): Promise<RunningApp> {
    const { variables: there = {}, ...place } = this.options.placeOf?.(app, nth) ?? {}
    return spawnApp(app, { ...variables, ...there }, place)
  }

  #stores(app: App): Record<string, string> {
    const redis = this.options.redis === null ? {} : { REDIS_URL: this.options.redis }
    return { DATABASE_URL: this.database.url, ...redis, ...this.options.storesOf?.(app), ...this.options.everyone }
  }
}

/** A host of a process: how it is started there, and what it is told there. */
export interface Place extends Pick<SpawnOptions, 'through'> {
  readonly variables: Readonly<Record<string, string>>
}

export interface TestFleetOptions {
  /** Redis for the queue, or null for the queue in PostgreSQL. */
  readonly redis: string | null
  readonly workers: number
  readonly concurrency?: number
  readonly timeScale?: number
  readonly leaseMs?: number
  readonly simulator?: Readonly<Record<string, string>>
  /** More of a worker's settings; those of the reward server are made from `rewards`. */
  readonly worker?: Readonly<Record<string, string>>
  /** Gives every worker a reward server of its own. */
  readonly rewards?: boolean
  readonly rewardServer?: Readonly<Record<string, string>>
  /** A database to use instead of a fresh one. */
  readonly database?: FreshDatabase
  /** The stores as each process is to find them, where that is not the same for all. */
  readonly storesOf?: (app: App) => Readonly<Record<string, string>>
  /** Where the nth process of an app runs, and its settings there, where that is not this machine for all. */
  readonly placeOf?: (app: App, nth: number) => Place
  /** Settings of the API, the coordinators and the workers alike. */
  readonly everyone?: Readonly<Record<string, string>>
  /** How long a worker told to stop lets its requests finish. */
  readonly drainMs?: number
}
