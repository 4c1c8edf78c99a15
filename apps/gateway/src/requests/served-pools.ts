import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, selectServedPools, type ServedPool, wantPool } from '@cges-fleet/db'
import type { CallQueues } from '@cges-fleet/queue'
import { Refusal } from '../http/refusal.js'

const KEPT_MS = 1000

/** A request waits no longer for a queue to say whether it is paused. */
const PAUSED_WITHIN_MS = 300

const NO_WORKER_SECONDS = 5
const PAUSED_SECONDS = 30

/** The pools as of the last second, however many requests ask. */
export class ServedPools {
  #kept: Promise<readonly ServedPool[]> | undefined
  #until = 0
  readonly #paused = new Map<string, { readonly until: number; readonly answer: Promise<boolean> }>()

  constructor(
    private readonly db: Db,
    private readonly calls: Pick<CallQueues, 'isPaused'>,
  ) {}

  /** Refuses a request that a pool cannot draw for now: an operator has paused it, or it has no worker, which is noted. */
  async requireDrawing(pool: string): Promise<void> {
    if (await this.#isPaused(pool))
      throw new Refusal('unavailable', `Pool ${pool} is paused: send this again once an operator has resumed it.`, {
        retryAfter: PAUSED_SECONDS,
      })
    if ((await this.now()).find(({ name }) => name === pool)?.slots !== 0) return
    await wantPool(this.db, pool)
    throw new Refusal('unavailable', `No worker of pool ${pool} can draw now.`, { retryAfter: NO_WORKER_SECONDS })
  }

  /** A queue that is away is not taken for paused: draws outlast it. */
  #isPaused(pool: string): Promise<boolean> {
    const known = this.#paused.get(pool)
    if (known !== undefined && performance.now() < known.until) return known.answer
    const asked = this.calls.isPaused(pool).catch(() => false)
    const answer = Promise.race([asked, sleep(PAUSED_WITHIN_MS, false, { ref: false })])
    this.#paused.set(pool, { until: performance.now() + KEPT_MS, answer })
    return answer
  }

  now(): Promise<readonly ServedPool[]> {
    if (this.#kept === undefined || performance.now() >= this.#until) {
      this.#until = performance.now() + KEPT_MS
      const read = selectServedPools(this.db)
      read.catch(() => {
        this.#kept = undefined
      })
      this.#kept = read
    }
    return this.#kept
  }
}
