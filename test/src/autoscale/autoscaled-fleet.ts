import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { initialScaling, nextReplicas, QueueDepth, type ScalingRule, type ScalingState } from '@cges-fleet/core'
import { pathOf, GetQueueDepth } from '@cges-fleet/core/contract'
import type { RunningApp } from '../fleet/spawn-app.js'
import type { TestFleet } from '../fleet/test-fleet.js'

/** How many workers there is work for, counted independently: of one pool, and of all that share limits with it. */
export interface Usable {
  readonly here: number
  readonly together: number
}

/** Of the workers that are started and stopped. */
export const CONCURRENCY = 4

/** A cluster's rule with its minutes turned into seconds. */
export const QUICK_RULE: ScalingRule = {
  target: CONCURRENCY,
  activationTarget: 0,
  minReplicas: 0,
  maxReplicas: 4,
  cooldownSeconds: 3,
  fallback: { failureThreshold: 4, replicas: 1 },
  scaleUp: { stabilizationSeconds: 0, workers: 1, periodSeconds: 1 },
  scaleDown: { stabilizationSeconds: 1, workers: 1, periodSeconds: 0.5 },
}

/** One observation of the fleet: seconds since the start, and how many workers there should be and are. */
export interface Look {
  readonly at: number
  readonly depth: number | null
  /** How many samples could be drawn if there were no limits. */
  readonly demand: number | null
  readonly usable: Usable | null
  readonly desired: number
  /** Worker processes, draining ones included. */
  readonly actual: number
}

export interface AutoscalerSettings {
  readonly lookEveryMs: number
  readonly graceMs: number
  readonly pool?: string
  /** The pool's first workers; all of the fleet's unless set. */
  readonly workers?: readonly RunningApp[]
  /** Counts the usable workers at each look; they are not counted unless set. */
  readonly countUsable?: () => Promise<Usable>
}

/**
 * Acts as a cluster for a fleet: starts and stops workers as the rule demands for the queue depth that the API reports.
 */
export class Autoscaler {
  readonly timeline: Look[] = []
  #began = 0
  readonly #running: RunningApp[] = []
  readonly #draining = new Set<RunningApp>()
  readonly #starting = new Set<Promise<void>>()
  #state: ScalingState
  #ended = false
  #loop: Promise<void> = Promise.resolve()
  /** Workers that did not exit in time and had to be killed. */
  killed = 0

  constructor(
    private readonly fleet: TestFleet,
    private rule: ScalingRule,
    private readonly settings: AutoscalerSettings,
  ) {
    this.#running.push(...(settings.workers ?? fleet.workers))
    this.#state = initialScaling(this.#running.length, 0)
  }

  /** Autoscalers started at the same time share one clock. */
  start(): void {
    this.#began = performance.now()
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#ended = true
    await this.#loop
    // The fleet ends its stores next: a worker that is still starting would find them gone.
    await Promise.all(this.#starting)
  }

  /** Lowers the maximum number of workers, as a smaller quota does. */
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
    for (let n = this.#running.length + this.#starting.size; n < replicas; n++) {
      const starting = this.fleet.startWorker({ POOL: this.#pool }).then((worker) => {
        this.#starting.delete(starting)
        this.#running.push(worker)
      })
      this.#starting.add(starting)
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
