import { ROUND_QUEUE } from './job-catalogue.js'
import { type JobCounts, jobCounts } from './job-counts.js'
import type { QueueBackend } from './open-backend.js'
import { ReopeningQueue } from './reopening-queue.js'
import { inTrace } from './trace-jobs.js'

/** Bursts of wishes within this time become one. */
const BURST_MS = 10

/**
 * Asks for rounds. However many ask, at most one round of an evaluation is active and one waits; deduplication only
 * saves work, the lock on the evaluation's row is what keeps two coordinators apart.
 */
export class RoundQueue {
  readonly #queue: ReopeningQueue
  /** Evaluations with the span that wanted a round of each, where one of those that did is traced. */
  readonly #wanted = new Map<string, string | null>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly backend: QueueBackend) {
    this.#queue = new ReopeningQueue(ROUND_QUEUE, backend)
  }

  /** Asks soon, once per burst. Nothing is lost when the queue is away: the sweep asks again. */
  askSoon(evaluationId: string, traceparent: string | null = null): void {
    this.#wanted.set(evaluationId, this.#wanted.get(evaluationId) ?? traceparent)
    this.#timer ??= setTimeout(() => void this.#flush(), BURST_MS)
  }

  /** Asks now and waits until the queue has taken it; the round then goes on with the asker's trace. */
  async ask(evaluationId: string, traceparent: string | null = null): Promise<void> {
    const deduplication = { id: evaluationId, keepLastIfActive: true }
    const options = { deduplication, removeOnComplete: true, removeOnFail: true }
    await this.#queue.use((queue) =>
      inTrace(this.backend.telemetry, traceparent, () => queue.add('round', { evaluationId }, options)),
    )
  }

  /** Tells whether people have paused rounds; fails where the queue does not answer. */
  isPaused(): Promise<boolean> {
    return this.#queue.use((queue) => queue.isPaused())
  }

  /** Counts the jobs of the queue by state. */
  jobCounts(): Promise<JobCounts> {
    return this.#queue.use(jobCounts)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
    await this.#queue.close()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    const wanted = [...this.#wanted]
    this.#wanted.clear()
    await Promise.allSettled(wanted.map(([evaluationId, traceparent]) => this.ask(evaluationId, traceparent)))
  }
}
