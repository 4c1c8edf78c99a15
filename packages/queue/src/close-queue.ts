import type { Queue } from 'bullmq'
import { within } from './within.js'

const CLOSE_TIMEOUT_MS = 2000

/** Closes a queue; one whose store is away is cut off, for it would wait for the store to come back to say goodbye. */
export async function closeQueue(queue: Queue): Promise<void> {
  try {
    await within(CLOSE_TIMEOUT_MS, queue.close())
  } catch {
    void queue.disconnect().catch(() => undefined)
  }
}
