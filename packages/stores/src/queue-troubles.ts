import type { QueueTrouble } from '@cges-fleet/queue'

/** The settings of a running store seldom change. */
const KEPT_MS = 60_000

/** What an operator must change about the queue's store, looked at once a minute however often it is asked for. */
export class QueueTroubles {
  #kept: Promise<readonly QueueTrouble[]> | undefined
  #until = 0

  constructor(private readonly look: () => Promise<readonly QueueTrouble[]>) {}

  /** Returns them as of the last minute; none while the store is away, which is told elsewhere. */
  latest(): Promise<readonly QueueTrouble[]> {
    if (this.#kept === undefined || performance.now() >= this.#until) {
      this.#until = performance.now() + KEPT_MS
      this.#kept = this.look().catch(() => [])
    }
    return this.#kept
  }
}
