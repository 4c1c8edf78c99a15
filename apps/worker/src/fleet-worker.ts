import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Preflight, preflightNoteWords } from '@cges-fleet/core'
import {
  closeDatabase,
  type DataSource,
  deregisterWorker,
  ensurePool,
  heartbeat,
  listenForAbandoned,
  newId,
  promiseAbilities,
  runningEvaluations,
} from '@cges-fleet/db'
import { storable } from '@cges-fleet/formats'
import { armFailpoints, type RoundQueue, type CallQueues, within } from '@cges-fleet/queue'
import { openStores } from '@cges-fleet/stores'
import { logger, nestLogger, type ProbeServer, serveProbes, startTracing, stopTracing } from '@cges-fleet/telemetry'
import type { INestApplicationContext } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { WorkerEnvironment } from './env.js'
import { whyNotReady, WorkerMetrics } from './health/worker-metrics.js'
import type { ModelServerFacts } from './model-server/probe-model-server.js'
import { offersLess, poolMismatch, simulatedScores } from './pool-mismatch.js'
import { openScorers, openServer } from './open-servers.js'
import type { Scorers } from './scores/scorers.js'
import { AbandonedCalls } from './calls/abandoned-calls.js'
import { CallAttempts } from './calls/attempt-call.js'
import { DrawingContexts } from './calls/drawing-contexts.js'
import { Engine } from './calls/engine.js'
import { HeldLeases } from './calls/held-leases.js'
import { CALL_PROCESSOR, type CallHost, WorkerModule } from './worker.module.js'

/** Unavailable stores would hold up shutdown; every call in flight was given up before. */
const END_MS = 5000

const log = logger('Worker')

/** One worker process: a pool's queue on one side, a model server on the other. */
export class FleetWorker {
  readonly #own = { id: newId(), secret: randomUUID() }
  readonly #engine: Engine
  readonly #leases: HeldLeases
  readonly #abandoned: AbandonedCalls
  #app: INestApplicationContext | undefined
  #beat: NodeJS.Timeout | undefined
  #running = false
  #draining = false
  readonly #metrics: WorkerMetrics
  readonly #scorers: Scorers
  #probes: ProbeServer | undefined

  private constructor(
    private readonly env: WorkerEnvironment,
    private readonly db: DataSource,
    private readonly queues: { readonly rounds: RoundQueue; readonly calls: CallQueues },
  ) {
    const server = openServer(env, env.MODEL_SERVER_URL, env.MODEL_SERVER_KEY_FILE, env.MODEL_NAME)
    this.#engine = new Engine(
      server,
      {
        accept: (facts) => this.#accept(facts),
        checking: () => void this.#heartbeat(),
        checked: (preflight) => this.#checked(preflight),
        changed: (trouble) => this.#changed(trouble),
        isIdle: () => this.#leases.count === 0,
      },
      env,
    )
    this.#leases = new HeldLeases(db, env.LEASE_MS, env.ABANDONED_LOOK_MS)
    const listener = { id: this.#own.id, url: env.DATABASE_URL, application: `cges-worker-wake-up ${env.WORKER_NAME}` }
    this.#abandoned = new AbandonedCalls(
      (handlers) => listenForAbandoned(listener, handlers),
      () => this.#leases.wake(),
    )
    this.#scorers = openScorers(env, { db, leases: this.#leases, worker: this.#own })
    this.#metrics = new WorkerMetrics(env.POOL, env.WORKER_CONCURRENCY, () => ({
      ready: this.#trouble === null,
      inFlight: this.#leases.count,
    }))
  }

  static async start(env: WorkerEnvironment): Promise<FleetWorker> {
    await startTracing('cges-worker', env)
    const { db, backend, ...queues } = await openStores({
      env,
      role: 'worker',
      application: `cges-worker ${env.WORKER_NAME}`,
      connections: Math.min(20, env.WORKER_CONCURRENCY + 2),
      // Claims and landings wait for one another; heartbeats and renewals must not wait for them.
      least: 3,
    })
    const worker = new FleetWorker(env, db, queues)
    const parts = {
      db,
      rounds: queues.rounds,
      metrics: worker.#metrics,
      scorers: worker.#scorers,
      engine: worker.#engine,
      leases: worker.#leases,
      worker: worker.#own,
      failpoint: armFailpoints(env.FAILPOINT),
      env,
    }
    const attempts = new CallAttempts(parts, new DrawingContexts(db))
    const module = WorkerModule.with(attempts, backend, env)
    worker.#app = await NestFactory.createApplicationContext(module, { logger: nestLogger })
    // A BullMQ worker whose first connection failed never reconnects: the process exits then, to be restarted.
    await worker.#queue().waitUntilReady()
    await worker.#serveProbes()
    worker.#leases.start()
    worker.#abandoned.start()
    worker.#engine.start()
    log.info('started', { pool: env.POOL, worker: worker.#own.id, slots: env.WORKER_CONCURRENCY })
    worker.#beat = setInterval(() => void worker.#heartbeat(), env.HEARTBEAT_MS)
    return worker
  }

  /**
   * Graceful shutdown: stops fetching, lets requests finish within the drain time, hands the rest back, and leaves the
   * pool.
   */
  async drain(): Promise<void> {
    log.info('draining', { inFlight: this.#leases.count })
    this.#draining = true
    this.#engine.stop()
    clearInterval(this.#beat)
    const queue = this.#queue()
    if (this.#running) await queue.pause(true)
    const until = performance.now() + this.env.DRAIN_MS
    while (this.#leases.count > 0 && performance.now() < until) await sleep(20)
    this.#leases.giveUpAll('worker draining')
    await within(END_MS, this.#app?.close() ?? Promise.resolve()).catch(() => undefined)
    const left = Promise.all([this.#leases.stop(), this.#abandoned.stop()]).then(() =>
      deregisterWorker(this.db, this.#own),
    )
    await within(END_MS, left).catch(() => undefined)
    await Promise.allSettled([this.queues.rounds.close(), this.queues.calls.close(), this.#probes?.close()])
    await this.#engine.server.close()
    await this.#scorers.close()
    await closeDatabase(this.db)
    await stopTracing()
  }

  get #trouble(): string | null {
    return this.#draining ? 'the worker is draining' : this.#engine.trouble
  }

  async #serveProbes(): Promise<void> {
    const { HOST: host, PORT: port, POOL: pool, METRICS_TOKEN_FILE: metricsTokenFile } = this.env
    if (port === undefined) return
    this.#probes = await serveProbes(
      { host, port, metricsTokenFile },
      {
        whyNotReady: () => whyNotReady({ db: this.db, queues: this.queues.calls, pool, trouble: this.#trouble }),
        metrics: () => this.#metrics.text(),
      },
    )
    console.log(JSON.stringify({ listening: this.#probes.url }))
  }

  /** A pool serves one model from one kind of source: simulated and real answers must never mix. */
  async #accept(facts: ModelServerFacts): Promise<void> {
    const { simulated, ...scores } = await this.#scorers.probe()
    const { model, provenance, maxModelLen } = facts
    const served = { model, provenance, maxModelLen, revision: this.env.MODEL_REVISION ?? null, ...scores }
    const isModel = provenance === 'model' || provenance === 'tiny'
    const wrong = simulated !== null && isModel ? simulatedScores(simulated) : null
    const pool = wrong === null ? await ensurePool(this.db, this.env.POOL, served) : served
    const mismatch = wrong ?? poolMismatch(served, pool, this.env)
    if (mismatch !== null) throw new Error(mismatch)
    // Who is not registered claims nothing, and would empty the queue for nobody.
    await this.#register()
  }

  /** What a pool promises holds for every server of it: an evaluation must not depend on which of them it met. */
  async #checked(found: Preflight): Promise<void> {
    for (const note of found.notes) log.warn(`the model server: ${preflightNoteWords(note)}`)
    const promised = await promiseAbilities(this.db, { ...this.#own, pool: this.env.POOL }, found)
    const less = offersLess(found, promised, this.env)
    if (less !== null) throw new Error(less)
  }

  #changed(trouble: string | null): void {
    if (trouble === null) void this.#resume()
    else {
      this.#metrics.paused()
      log.warn(`worker ${this.env.WORKER_NAME} is not drawing: ${trouble}`)
      if (this.#running) void this.#queue().pause(true)
    }
    void this.#heartbeat()
  }

  async #resume(): Promise<void> {
    await this.#heartbeat()
    const queue = this.#queue()
    if (this.#running) {
      await queue.resume()
      log.info(`worker ${this.env.WORKER_NAME} draws again`)
    } else {
      this.#running = true
      queue.run().catch((error: Error) => log.error(`the queue stopped: ${error.message}`))
    }
    for (const id of await runningEvaluations(this.db, this.#own)) this.queues.rounds.askSoon(id)
    process.send?.({ ready: true, ...(this.#probes === undefined ? {} : { listening: this.#probes.url }) })
  }

  async #heartbeat(): Promise<void> {
    await this.#register().catch(() => undefined)
  }

  async #register(): Promise<void> {
    const { trouble, fingerprint, preflight, waiting } = this.#engine
    const reason = trouble ?? (this.#leases.count > 0 ? waiting : null)
    const { POOL: pool, WORKER_CONCURRENCY: slots, MAX_DELIVERIES: maxDeliveries, WORKER_NAME } = this.env
    const worker = { ...this.#own, name: storable(WORKER_NAME), pool, slots, maxDeliveries }
    const found = { engine: fingerprint === null ? null : storable(fingerprint), preflight }
    const storedReason = reason === null ? null : storable(reason)
    await heartbeat(this.db, { ...worker, ...found, ready: trouble === null, reason: storedReason })
  }

  #queue() {
    if (this.#app === undefined) throw new Error('the worker has not started')
    return this.#app.get<CallHost>(CALL_PROCESSOR).worker
  }
}
