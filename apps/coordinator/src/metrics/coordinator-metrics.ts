import type { ExpiredLeases } from '@cges-fleet/db'
import type { QueueTrouble } from '@cges-fleet/queue'
import { activeTraceparent, Counter, exemplarOf, Gauge, Histogram, processRegistry } from '@cges-fleet/telemetry'
import { type FleetSources, FleetState } from './fleet-state.js'

const QUEUE_TROUBLES: readonly QueueTrouble['kind'][] = ['evicts', 'no_file', 'other_fleet']

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The calls of a pool that were queued again. */
export interface Requeued {
  readonly pool: string
  /** Their queue had lost them. */
  readonly lost: number
  /** They had been handed back, or their lease had run out: nobody had queued them since. */
  readonly returned: number
}

/** What one sweep repaired. */
export interface Swept {
  readonly expired: readonly ExpiredLeases[]
  readonly requeued: readonly Requeued[]
  /** Evaluations whose round the queue had lost. */
  readonly lostRounds: number
}

/** Counts one coordinator's work, and reports the state of the fleet, for Prometheus. */
export class CoordinatorMetrics {
  readonly #registry = processRegistry()
  readonly #state: FleetState
  readonly #registers = [this.#registry]
  readonly #roundSeconds = new Histogram({
    name: 'fleet_round_seconds',
    help: 'Seconds one round took, from locking the evaluation to the commit.',
    labelNames: ['pool'],
    buckets: SECONDS,
    enableExemplars: true,
    registers: this.#registers,
  })
  readonly #roundsFailed = new Counter({
    name: 'fleet_rounds_failed_total',
    help: 'Rounds that failed and were rolled back; the sweep asks for them again. Without a pool: before it was known.',
    labelNames: ['pool'],
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
    labelNames: ['pool'],
    registers: this.#registers,
  })
  readonly #requeued = new Counter({
    name: 'fleet_requeued_total',
    help: 'Calls that the sweep queued: lost where their queue no longer held them, returned where a lease had run out or a call was to be made again.',
    labelNames: ['pool', 'reason'],
    registers: this.#registers,
  })
  readonly #lostRounds = new Counter({
    name: 'fleet_rounds_requeued_total',
    help: 'Rounds that the queue had lost and the sweep requested again.',
    registers: this.#registers,
  })
  readonly #deadLetters = new Counter({
    name: 'fleet_dead_letters_total',
    help: 'Jobs set aside because this version does not know their kind or shape; their work is queued again.',
    registers: this.#registers,
  })
  readonly #queueTroubles = new Gauge({
    name: 'fleet_queue_trouble',
    help: '1 while the queue in Redis may lose jobs: evicts (maxmemory-policy), no_file (no append-only file), other_fleet (another fleet uses it).',
    labelNames: ['kind'],
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

  /** Times one round, and counts it if it fails, for the pool that it says it is of once it knows. */
  async round<T>(work: (isOf: (pool: string) => void) => Promise<T>): Promise<T> {
    const began = performance.now()
    const labels = { pool: '' }
    try {
      return await work((pool) => (labels.pool = pool))
    } catch (error) {
      this.#roundsFailed.inc(labels)
      throw error
    } finally {
      const value = (performance.now() - began) / 1000
      this.#roundSeconds.observe({ labels, value, exemplarLabels: exemplarOf(activeTraceparent()) })
    }
  }

  /** Counts a job that could not be read. */
  deadLettered(): void {
    this.#deadLetters.inc()
  }

  /** Reports what is wrong with the queue's store. */
  queueTroubles(troubles: readonly QueueTrouble[]): void {
    for (const kind of QUEUE_TROUBLES) {
      this.#queueTroubles.set({ kind }, Number(troubles.some((trouble) => trouble.kind === kind)))
    }
  }

  planned(samples: number): void {
    this.#planned.inc(samples)
  }

  swept(repaired: Swept): void {
    this.#count(repaired)
    this.#sweptAt.setToCurrentTime()
  }

  #count({ expired, requeued, lostRounds }: Swept): void {
    for (const { pool, leases } of expired) this.#leasesExpired.inc({ pool }, leases)
    this.#lostRounds.inc(lostRounds)
    for (const { pool, lost, returned } of requeued) {
      this.#requeued.inc({ pool, reason: 'lost' }, lost)
      this.#requeued.inc({ pool, reason: 'returned' }, returned)
    }
  }

  async text(): Promise<string> {
    // A counter must exist before it counts, or its first step yields no rate.
    for (const pool of await this.#state.read()) {
      this.#roundsFailed.inc({ pool }, 0)
      this.#count({ expired: [{ pool, leases: 0 }], requeued: [{ pool, lost: 0, returned: 0 }], lostRounds: 0 })
    }
    return this.#registry.metrics()
  }
}
