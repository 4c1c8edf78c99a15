import { Queue } from 'bullmq'
import { closeQueue } from './close-queue.js'
import type { QueueBackend } from './open-backend.js'
import { queueOptions } from './trace-jobs.js'
import { within } from './within.js'

/** How long to wait for an answer: what was to be queued is then left to the sweep. */
const TIMEOUT_MS = 5000

/**
 * A queue that is opened on first use, and again if that failed: BullMQ remembers the failure of a queue's first
 * connection to PostgreSQL for ever.
 */
export class ReopeningQueue {
  #queue: Queue | undefined
  #opened: Promise<Queue> | undefined

  constructor(
    private readonly name: string,
    private readonly backend: QueueBackend,
  ) {}

  /** Uses the queue; fails if the store does not answer in time. */
  use<T>(work: (queue: Queue) => Promise<T>): Promise<T> {
    return within(TIMEOUT_MS, (this.#opened ??= this.#open()).then(work))
  }

  async close(): Promise<void> {
    if (this.#queue !== undefined) await closeQueue(this.#queue)
  }

  async #open(): Promise<Queue> {
    const queue = new Queue(this.name, queueOptions(this.backend))
    this.#queue = queue
    queue.on('error', () => undefined)
    try {
      await queue.waitUntilReady()
      return queue
    } catch (error) {
      this.#opened = undefined
      await closeQueue(queue)
      throw error
    }
  }
}
