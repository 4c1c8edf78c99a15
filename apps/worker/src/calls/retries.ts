import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage } from '@cges-fleet/db'

const FIRST_MS = 50
const LONGEST_MS = 3000

/** Attempts at work that no caller waits for any more. */
const LAST_TRIES = 5

/**
 * Retries work on the database for as long as the database is unavailable, or a few times more once the signal aborts.
 * Only for work guarded by a fence or a claim token: if the first try was committed and only its answer lost, the
 * second changes nothing.
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  signal: AbortSignal = new AbortController().signal,
): Promise<T> {
  let late = 0
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) late++
      if (!isOutage(error) || late >= LAST_TRIES) throw error
      await sleep(Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + Math.random()))
    }
  }
}

const FIRST_BACK_OFF_MS = 250
const LONGEST_BACK_OFF_MS = 15_000

/** How long to wait before asking again after a fault: doubling with each attempt, with jitter. */
export function backOffMs(attempt: number): number {
  return Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** (attempt - 1)) * (0.5 + Math.random())
}
