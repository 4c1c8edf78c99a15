import { Queue, type QueueOptions, type Telemetry } from 'bullmq'
import type { QueueBackend } from './backend.js'

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
    const queue = withoutNoise(new Queue(this.name, queueOptions(this.backend)))
    this.#queue = queue
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

const CLOSE_TIMEOUT_MS = 2000

/** Closes a queue; if its store is unavailable it is disconnected, since a graceful close would wait for the store. */
async function closeQueue(queue: Queue): Promise<void> {
  try {
    await within(CLOSE_TIMEOUT_MS, queue.close())
  } catch {
    void queue.disconnect().catch(() => undefined)
  }
}

/** Waits for work for a limited time: an unavailable store must not hold its caller. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A W3C trace that is not recorded: work in it, and the jobs it adds, create no spans. */
const UNRECORDED = '00-00000000000000000000000000000001-0000000000000001-00'

/** Returns the extra options of a queue or a worker if jobs are traced. */
export function jobTracing({ telemetry }: QueueBackend): { readonly telemetry?: Telemetry } {
  return telemetry === undefined ? {} : { telemetry }
}

/** Returns the options of a queue. */
function queueOptions(backend: QueueBackend): QueueOptions {
  return { connection: backend.connection, ...jobTracing(backend) }
}

/** Adds jobs in the trace that caused them, whatever else the process is doing; null adds them in none. */
export function inTrace<T>(
  telemetry: Telemetry | undefined,
  traceparent: string | null,
  add: () => Promise<T>,
): Promise<T> {
  if (telemetry === undefined) return add()
  const { contextManager } = telemetry
  const metadata = JSON.stringify({ traceparent: traceparent ?? UNRECORDED })
  return contextManager.with(contextManager.fromMetadata(contextManager.active(), metadata), add)
}

/** Leaves a queue's faults to whoever uses it: BullMQ prints, with their stack, those that nobody listens to. */
export function withoutNoise(queue: Queue): Queue {
  return queue.on('error', () => undefined)
}
