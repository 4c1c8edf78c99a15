import { type DataSource, type FleetTotals, selectFleetTotals } from '@cges-fleet/db'
import type { CallQueues, RoundQueue } from '@cges-fleet/queue'
import type { Registry } from 'prom-client'
import { type FleetGauges, fleetGauges } from './fleet-gauges.js'

export interface FleetSources {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly calls: CallQueues
}

/**
 * The fleet's state as gauges, selected when Prometheus scrapes. Every coordinator reports the same figures, so queries
 * take their maximum. An unavailable store is a figure too, and never fails the scrape.
 */
export class FleetState {
  readonly #gauges: FleetGauges
  #pools: readonly string[] = []

  constructor(
    registry: Registry,
    private readonly sources: FleetSources,
  ) {
    this.#gauges = fleetGauges(registry)
  }

  async read(): Promise<void> {
    for (const gauge of Object.values(this.#gauges)) gauge.reset()
    await this.#readDatabase()
    await this.#readQueue()
  }

  async #readDatabase(): Promise<void> {
    try {
      const totals = await selectFleetTotals(this.sources.db)
      setTotals(this.#gauges, totals)
      this.#pools = totals.pools.map(({ pool }) => pool)
      this.#gauges.databaseUp.set(1)
    } catch {
      this.#gauges.databaseUp.set(0)
    }
  }

  async #readQueue(): Promise<void> {
    const { rounds, calls } = this.sources
    try {
      const counts = await Promise.all([rounds.jobCounts(), ...this.#pools.map((pool) => calls.jobCounts(pool))])
      for (const { queue, counts: states } of counts) {
        for (const [state, count] of Object.entries(states)) this.#gauges.jobs.set({ queue, state }, count)
      }
      for (const pool of this.#pools) this.#gauges.paused.set({ pool }, Number(await calls.isPaused(pool)))
      this.#gauges.queueUp.set(1)
    } catch {
      this.#gauges.queueUp.set(0)
    }
  }
}

function setTotals(gauges: FleetGauges, totals: FleetTotals): void {
  for (const { status, count } of totals.evaluations) gauges.evaluations.set({ status }, count)
  for (const { provenance, state, count } of totals.trials) gauges.trials.set({ provenance, state }, count)
  for (const { pool, ...load } of totals.pools) {
    gauges.outstanding.set({ pool, state: 'waiting' }, load.waiting)
    gauges.outstanding.set({ pool, state: 'active' }, load.active)
    gauges.outstanding.set({ pool, state: 'backlog' }, load.backlog)
    gauges.usable.set({ pool }, load.usable)
    gauges.workers.set({ pool, state: 'ready' }, load.readyWorkers)
    gauges.workers.set({ pool, state: 'paused' }, load.pausedWorkers)
    gauges.slots.set({ pool }, load.slots)
    gauges.stalled.set({ pool }, load.stalledSeconds)
  }
  for (const { team, budget, usedRatio } of totals.budgets) gauges.budget.set({ team, budget }, usedRatio)
  for (const { method, provenance, ...sums } of totals.methods) {
    const labels = { method, provenance }
    gauges.resolved.set(labels, sums.resolved / Math.max(1, sums.trials))
    if (sums.callsAllowed > 0) gauges.saved.set(labels, 1 - sums.callsCharged / sums.callsAllowed)
    const done = sums.finalCorrect / sums.finalResolved
    const running = sums.runningCorrect / sums.runningResolved
    if (sums.finalResolved > 0) gauges.accuracy.set({ ...labels, state: 'done' }, done)
    if (sums.runningResolved > 0) gauges.accuracy.set({ ...labels, state: 'running' }, running)
  }
}
