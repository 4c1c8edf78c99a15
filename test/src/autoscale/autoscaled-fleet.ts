import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { initialScaling, nextReplicas, QueueDepth, type ScalingRule, type ScalingState } from '@cges-fleet/core'
import { pathOf, ReadQueueDepth } from '@cges-fleet/core/contract'
import type { RunningApp } from '../fleet/spawn-app.js'
import type { TestFleet } from '../fleet/test-fleet.js'

/** One look at the fleet: seconds since the start, and how many workers there should be and are. */
export interface Look {
  readonly at: number
  readonly depth: number | null
  readonly desired: number
  /** Worker processes, those that drain included. */
  readonly actual: number
}

/** Plays cluster for a fleet: starts workers and tells them to stop, as the rule says of the queue depth the API gives. */
export class Autoscaler {
  readonly timeline: Look[] = []
  readonly #began = performance.now()
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
    private readonly times: { readonly lookEveryMs: number; readonly graceMs: number },
  ) {
    this.#state = initialScaling(fleet.workers.length, 0)
    this.#running.push(...fleet.workers)
  }

  start(): void {
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

  async #run(): Promise<void> {
    while (!this.#ended) {
      const depth = await this.#depth()
      const at = (performance.now() - this.#began) / 1000
      this.#state = nextReplicas(this.rule, this.#state, { at, depth })
      this.#follow()
      this.timeline.push({ at, depth, desired: this.#state.replicas, actual: this.actual })
      await sleep(this.times.lookEveryMs)
    }
  }

  async #depth(): Promise<number | null> {
    const response = await fetch(`${this.fleet.api}${pathOf(ReadQueueDepth, { path: { pool: 'test' } })}`).catch(
      () => null,
    )
    return response?.ok === true ? QueueDepth.parse(await response.json()).depth : null
  }

  #follow(): void {
    const { replicas } = this.#state
    for (let n = this.#running.length + this.#starting; n < replicas; n++) {
      this.#starting++
      void this.fleet.startWorker().then((worker) => {
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
    const left = await Promise.race([once(worker.process, 'exit'), sleep(this.times.graceMs, null, { ref: false })])
    if (left === null) {
      this.killed++
      await worker.kill('SIGKILL')
    }
    this.#draining.delete(worker)
  }
}
