import { activeTraceparent, exemplarOf, processRegistry } from '@cges-fleet/telemetry'
import { Counter, Gauge, Histogram } from 'prom-client'
import { type FleetSources, FleetState } from './fleet-state.js'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What one sweep repaired. */
export interface Swept {
  readonly leasesExpired: number
  /** Jobs queued again that their queue lacked, and others that had waited for long. */
  readonly jobsLost: number
  readonly jobsRefreshed: number
}

/** Counts one coordinator's work, and reports the state of the fleet, for Prometheus. */
export class CoordinatorMetrics {
  readonly #registry = processRegistry()
  readonly #state: FleetState
  readonly #registers = [this.#registry]
  readonly #roundSeconds = new Histogram({
    name: 'fleet_round_seconds',
    help: 'Seconds one round took, from locking the evaluation to the commit.',
    buckets: SECONDS,
    enableExemplars: true,
    registers: this.#registers,
  })
  readonly #roundsFailed = new Counter({
    name: 'fleet_rounds_failed_total',
    help: 'Rounds that failed and were rolled back; the sweep asks for them again.',
    registers: this.#registers,
  })
  readonly #planned = new Counter({
    name: 'fleet_samples_planned_total',
    help: 'Samples that rounds asked for.',
    registers: this.#registers,
  })
  readonly #leasesExpired = new Counter({
    name: 'fleet_leases_expired_total',
    help: 'Leases that ran out: the worker was killed, or froze for longer than its lease.',
    registers: this.#registers,
  })
  readonly #requeued = new Counter({
    name: 'fleet_requeued_total',
    help: 'Calls that the sweep queued again: lost where their queue lacked jobs, refreshed where they had waited for long.',
    labelNames: ['reason'],
    registers: this.#registers,
  })
  readonly #sweptAt = new Gauge({
    name: 'fleet_sweep_success_timestamp_seconds',
    help: 'When this coordinator last swept without a fault.',
    registers: this.#registers,
  })

  constructor(sources: FleetSources) {
    this.#state = new FleetState(this.#registry, sources)
  }

  /** Times one round, and counts it if it fails. */
  async round<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await work()
    } catch (error) {
      this.#roundsFailed.inc()
      throw error
    } finally {
      const value = (performance.now() - began) / 1000
      this.#roundSeconds.observe({ value, exemplarLabels: exemplarOf(activeTraceparent()) })
    }
  }

  planned(samples: number): void {
    this.#planned.inc(samples)
  }

  swept({ leasesExpired, jobsLost, jobsRefreshed }: Swept): void {
    this.#leasesExpired.inc(leasesExpired)
    this.#requeued.inc({ reason: 'lost' }, jobsLost)
    this.#requeued.inc({ reason: 'refreshed' }, jobsRefreshed)
    this.#sweptAt.setToCurrentTime()
  }

  async text(): Promise<string> {
    await this.#state.read()
    return this.#registry.metrics()
  }
}
