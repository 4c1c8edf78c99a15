import type { Queue } from 'bullmq'
import type { ReopeningQueue } from './reopening-queue.js'

/** Ids read at once. */
const PAGE = 1000

/** The states from which a job is taken, in the order it passes through them. */
export const WAITING = ['prioritized', 'wait', 'delayed'] as const
type HeldState = (typeof WAITING)[number] | 'active'

/** Reads the ids of a queue's jobs in some states, a page at a time; a job that moves meanwhile may be missed or repeated. */
export async function* heldJobs(
  queue: ReopeningQueue,
  states: readonly HeldState[] = [...WAITING, 'active'],
): AsyncGenerator<readonly string[]> {
  for (const state of states) {
    for (let start = 0; ; start += PAGE) {
      const page = (open: Queue) => open.getRanges([state], start, start + PAGE - 1)
      const ids = await queue.use(page)
      yield ids
      if (ids.length < PAGE) break
    }
  }
}
