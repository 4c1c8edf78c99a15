import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { initialScaling, nextReplicas, QueueDepth, type ScalingRule, type ScalingState } from '@cges-fleet/core'
import { pathOf, GetQueueDepth } from '@cges-fleet/core/contract'
import type { RunningApp } from '../fleet/spawn-app.js'
import type { TestFleet } from '../fleet/test-fleet.js'

/** How many workers there is work for, as somebody else counts them: of one pool, and of all that share limits with it. */
export interface Usable {
  readonly here: number
  readonly together: number
}

/** One look at the fleet: seconds since the start, and how many workers there should be and are. */
export interface Look {
  readonly at: number
  readonly depth: number | null
  /** What there would be to draw without limits. */
  readonly demand: number | null
  readonly usable: Usable | null
  readonly desired: number
  /** Worker processes, those that drain included. */
  readonly actual: number
}

export interface AutoscalerSettings {
  readonly lookEveryMs: number
  readonly graceMs: number
  readonly pool?: string
  /** The pool's first workers; all of the fleet's unless set. */
  readonly workers?: readonly RunningApp[]
  /** Counts the usable workers of each look; nobody does unless set. */
  readonly countUsable?: () => Promise<Usable>
}

/** Plays cluster for a fleet: starts workers and tells them to stop, as the rule says of the queue depth the API gives. */
export class Autoscaler {
  readonly timeline: Look[] = []
  #began = 0
  readonly #running: RunningApp[] = []
  readonly #draining = new Set<RunningApp>()
  #starting = 0
  #state: ScalingState
  #ended = false
  #loop: Promise<void> = Promise.resolve()
  /** Workers that did not leave in time and had to be killed. */
  killed = 0

  constructor(
    private readonly fleet: TestFleet,
    private rule: ScalingRule,
    private readonly settings: AutoscalerSettings,
  ) {
    this.#running.push(...(settings.workers ?? fleet.workers))
    this.#state = initialScaling(this.#running.length, 0)
  }

  /** Autoscalers that are started at once have one clock. */
  start(): void {
    this.#began = performance.now()
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#ended = true
    await this.#loop
  }

  /** Lowers how many workers there may be, as a smaller quota does. */
  limit(maxReplicas: number): void {
    this.rule = { ...this.rule, maxReplicas }
  }

  get actual(): number {
    return this.#running.length + this.#draining.size
  }

  get #pool(): string {
    return this.settings.pool ?? 'test'
  }

  async #run(): Promise<void> {
    while (!this.#ended) {
      const usable = (await this.settings.countUsable?.()) ?? null
      const seen = await this.#look()
      const depth = seen?.depth ?? null
      const at = (performance.now() - this.#began) / 1000
      this.#state = nextReplicas(this.rule, this.#state, { at, depth })
      this.#follow()
      this.timeline.push({
        at,
        depth,
        demand: seen?.demand ?? null,
        usable,
        desired: this.#state.replicas,
        actual: this.actual,
      })
      await sleep(this.settings.lookEveryMs)
    }
  }

  async #look(): Promise<QueueDepth | null> {
    const response = await fetch(`${this.fleet.api}${pathOf(GetQueueDepth, { path: { pool: this.#pool } })}`).catch(
      () => null,
    )
    return response?.ok === true ? QueueDepth.parse(await response.json()) : null
  }

  #follow(): void {
    const { replicas } = this.#state
    for (let n = this.#running.length + this.#starting; n < replicas; n++) {
      this.#starting++
      void this.fleet.startWorker({ POOL: this.#pool }).then((worker) => {
        this.#starting--
        this.#running.push(worker)
      })
    }
    while (this.#running.length > replicas) void this.#drain(this.#running.pop())
  }

  async #drain(worker: RunningApp | undefined): Promise<void> {
    if (worker === undefined) return
    this.#draining.add(worker)
    worker.process.kill('SIGTERM')
    const left = await Promise.race([once(worker.process, 'exit'), sleep(this.settings.graceMs, null, { ref: false })])
    if (left === null) {
      this.killed++
      await worker.kill('SIGKILL')
    }
    this.#draining.delete(worker)
  }
}
