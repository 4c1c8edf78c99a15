import { ROUND_QUEUE } from './job-catalogue.js'
import { type JobCounts, jobCounts } from './job-counts.js'
import type { QueueBackend } from './open-backend.js'
import { ReopeningQueue } from './reopening-queue.js'
import { inTrace } from './trace-jobs.js'

/** Requests within this time after one become one more. */
const BURST_MS = 10

/**
 * Requests rounds. However many requests there are, at most one round of an evaluation is active and one waits;
 * deduplication only saves work, the lock on the evaluation's row is what keeps two coordinators apart.
 */
export class RoundQueue {
  readonly #queue: ReopeningQueue
  /** Evaluations with the span that requested a round of each, if one of the requests is traced. */
  readonly #wanted = new Map<string, string | null>()
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly backend: QueueBackend) {
    this.#queue = new ReopeningQueue(ROUND_QUEUE, backend)
  }

  /**
   * Requests a round: at once where none was requested lately, else with all others of the burst. Nothing is lost if the
   * queue is down: the sweep requests it again.
   */
  askSoon(evaluationId: string, traceparent: string | null = null): void {
    this.#wanted.set(evaluationId, this.#wanted.get(evaluationId) ?? traceparent)
    if (this.#timer === undefined) setImmediate(() => void this.#flush())
    this.#timer ??= setTimeout(() => this.#endBurst(), BURST_MS)
  }

  /** Requests a round now and waits until the queue has accepted it; the round continues the caller's trace. */
  async ask(evaluationId: string, traceparent: string | null = null): Promise<void> {
    const deduplication = { id: evaluationId, keepLastIfActive: true }
    const options = { deduplication, removeOnComplete: true, removeOnFail: true }
    await this.#queue.use((queue) =>
      inTrace(this.backend.telemetry, traceparent, () => queue.add('round', { evaluationId }, options)),
    )
  }

  /** Returns whether an operator has paused rounds; fails if the queue does not answer. */
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

  #endBurst(): void {
    this.#timer = this.#wanted.size === 0 ? undefined : setTimeout(() => this.#endBurst(), BURST_MS)
    void this.#flush()
  }

  async #flush(): Promise<void> {
    const wanted = [...this.#wanted]
    this.#wanted.clear()
    await Promise.allSettled(wanted.map(([evaluationId, traceparent]) => this.ask(evaluationId, traceparent)))
  }
}
