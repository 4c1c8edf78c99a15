import type { DataSource } from '@cges-fleet/db'
import type { CallQueues } from '@cges-fleet/queue'
import {
  activeTraceparent,
  Counter,
  exemplarOf,
  Gauge,
  Histogram,
  processRegistry,
  storesAway,
} from '@cges-fleet/telemetry'

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800]

/** The worker's gauges, read at every scrape. */
interface WorkerState {
  readonly ready: boolean
  readonly inFlight: number
}

/** The part of a landed sample that metrics count. */
interface Landed {
  readonly team: string
  readonly outcome: string
  readonly model: string
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly ttftMs: number | null
  readonly totalMs: number | null
  readonly gpuMs: number
}

/**
 * One worker's metrics. Labels are teams, models and outcomes, all bounded: never a question, a sample or an
 * evaluation.
 */
export class WorkerMetrics {
  readonly #registry = processRegistry()
  readonly #registers = [this.#registry]
  readonly #samples = new Counter({
    name: 'fleet_samples_total',
    help: 'Samples landed by this worker.',
    labelNames: ['team', 'outcome'],
    registers: this.#registers,
  })
  readonly #tokens = new Counter({
    name: 'fleet_tokens_total',
    help: 'Tokens of landed samples, prompt (in) and generated (out).',
    labelNames: ['team', 'direction'],
    registers: this.#registers,
  })
  readonly #gpuSeconds = new Counter({
    name: 'fleet_gpu_seconds_total',
    help: 'GPU seconds of landed requests; those answered at once share the time by their tokens.',
    labelNames: ['team', 'model'],
    registers: this.#registers,
  })
  readonly #attempts = new Counter({
    name: 'fleet_attempts_total',
    help: 'Deliveries of calls by how they ended here.',
    labelNames: ['fate'],
    registers: this.#registers,
  })
  readonly #redelivered = new Counter({
    name: 'fleet_redelivered_total',
    help: 'Calls claimed that had been claimed before.',
    registers: this.#registers,
  })
  readonly #fenced = new Counter({
    name: 'fleet_fenced_total',
    help: 'Answers that came after the lease had gone to another worker, and were discarded.',
    registers: this.#registers,
  })
  readonly #pauses = new Counter({
    name: 'fleet_worker_pauses_total',
    help: 'Times this worker stopped drawing by itself because of its model server.',
    registers: this.#registers,
  })
  readonly #deadLetters = new Counter({
    name: 'fleet_dead_letters_total',
    help: 'Jobs set aside because this version does not know their kind or shape; their work is queued again.',
    registers: this.#registers,
  })
  readonly #seconds = new Histogram({
    name: 'fleet_sample_seconds',
    help: 'Seconds from asking the model server to the end of the answer.',
    buckets: SECONDS,
    enableExemplars: true,
    registers: this.#registers,
  })
  readonly #firstToken = new Histogram({
    name: 'fleet_time_to_first_token_seconds',
    help: 'Seconds from asking the model server to the first generated token.',
    buckets: SECONDS,
    enableExemplars: true,
    registers: this.#registers,
  })

  constructor(pool: string, slots: number, state: () => WorkerState) {
    this.#registry.setDefaultLabels({ pool })
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: this.#registers,
        collect() {
          this.set(read())
        },
      })
    gauge('fleet_worker_ready', '1 while the worker draws, 0 while it does not.', () => Number(state().ready))
    gauge('fleet_worker_in_flight', 'Calls being made now.', () => state().inFlight)
    gauge('fleet_worker_slots', 'Samples this worker draws at once.', () => slots)
  }

  /** Counts a claim; a fence above 1 means that the call had been claimed before. */
  claimed(fence: number): void {
    if (fence > 1) this.#redelivered.inc()
  }

  /** Counts an answer whose lease was lost meanwhile. */
  fenced(): void {
    this.#fenced.inc()
  }

  /** Counts that the worker paused itself. */
  paused(): void {
    this.#pauses.inc()
  }

  /** Counts a job that could not be read. */
  deadLettered(): void {
    this.#deadLetters.inc()
  }

  ended(fate: string): void {
    this.#attempts.inc({ fate })
  }

  landed(sample: Landed): void {
    const { team, outcome, model } = sample
    this.#samples.inc({ team, outcome })
    this.#tokens.inc({ team, direction: 'in' }, sample.promptTokens ?? 0)
    this.#tokens.inc({ team, direction: 'out' }, sample.completionTokens ?? 0)
    this.#gpuSeconds.inc({ team, model }, sample.gpuMs / 1000)
    if (sample.totalMs === null) return
    const exemplarLabels = exemplarOf(activeTraceparent())
    this.#seconds.observe({ value: sample.totalMs / 1000, exemplarLabels })
    this.#firstToken.observe({ value: (sample.ttftMs ?? sample.totalMs) / 1000, exemplarLabels })
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }
}

interface ReadyParts {
  readonly db: DataSource
  readonly queues: CallQueues
  readonly pool: string
  /** The reason that keeps the worker itself from drawing; null if there is none. */
  readonly trouble: string | null
}

/** Lists why a worker cannot draw now, as sentences: its own trouble, unavailable stores. Empty if it can. */
export async function whyNotReady({ db, queues, pool, trouble }: ReadyParts): Promise<string[]> {
  const away = await storesAway({ database: () => db.query('SELECT 1'), queue: () => queues.isPaused(pool) })
  return trouble === null ? away : [trouble, ...away]
}
