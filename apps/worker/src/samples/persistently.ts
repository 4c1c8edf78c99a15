import { setTimeout as sleep } from 'node:timers/promises'

const PAUSES_MS = [50, 200, 1000, 3000]

/**
 * Tries a write again while the database is away. Only for writes guarded by a fence: where the first try did commit
 * and only its answer was lost, the second changes nothing.
 */
export async function persistently<T>(write: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await write()
    } catch {
      await sleep(pause * (0.5 + Math.random()))
    }
  }
  return write()
}
