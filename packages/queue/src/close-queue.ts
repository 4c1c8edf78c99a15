import type { Queue } from 'bullmq'
import { within } from './within.js'

const CLOSE_TIMEOUT_MS = 2000

/** Closes a queue; if its store is unavailable it is disconnected, since a graceful close would wait for the store. */
export async function closeQueue(queue: Queue): Promise<void> {
  try {
    await within(CLOSE_TIMEOUT_MS, queue.close())
  } catch {
    void queue.disconnect().catch(() => undefined)
  }
}
