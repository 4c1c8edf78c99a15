import { Queue } from 'bullmq'
import { closeQueue } from './close-queue.js'
import { ROUND_QUEUE } from './job-catalogue.js'
import { type JobCounts, jobCounts } from './job-counts.js'
import type { QueueBackend } from './open-backend.js'
import { within } from './within.js'

/** Bursts of wishes within this time become one. */
const BURST_MS = 10

const ADD_TIMEOUT_MS = 5000

/**
 * Asks for rounds. However many ask, at most one round of an evaluation is active and one waits; deduplication only
 * saves work, the lock on the evaluation's row is what keeps two coordinators apart.
 */
export class RoundQueue {
  readonly #queue: Queue
  readonly #wanted = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(backend: QueueBackend) {
    this.#queue = new Queue(ROUND_QUEUE, { connection: backend.connection })
    this.#queue.on('error', () => undefined)
  }

  /** Asks soon, once per burst. Nothing is lost when the queue is away: the sweep asks again. */
  askSoon(evaluationId: string): void {
    this.#wanted.add(evaluationId)
    this.#timer ??= setTimeout(() => void this.#flush(), BURST_MS)
  }

  /** Asks now and waits until the queue has taken it. */
  async ask(evaluationId: string): Promise<void> {
    const deduplication = { id: evaluationId, keepLastIfActive: true }
    const options = { deduplication, removeOnComplete: true, removeOnFail: true }
    await within(ADD_TIMEOUT_MS, this.#queue.add('round', { evaluationId }, options))
  }

  /** Tells whether people have paused rounds; fails where the queue does not answer. */
  isPaused(): Promise<boolean> {
    return within(ADD_TIMEOUT_MS, this.#queue.isPaused())
  }

  /** Counts the jobs of the queue by state. */
  jobCounts(): Promise<JobCounts> {
    return within(ADD_TIMEOUT_MS, jobCounts(this.#queue))
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flush()
    await closeQueue(this.#queue)
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    const wanted = [...this.#wanted]
    this.#wanted.clear()
    await Promise.allSettled(wanted.map((evaluationId) => this.ask(evaluationId)))
  }
}
