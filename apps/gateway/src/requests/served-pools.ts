import { type Db, selectServedPools, type ServedPool, wantPool } from '@cges-fleet/db'
import { Refusal } from '../http/refusal.js'

/** After the first of these the pools are read again beside the request that asks, after the other before it. */
const [FRESH_MS, KEPT_MS] = [1000, 2000]

const NO_WORKER_SECONDS = 5
const PAUSED_SECONDS = 30

/** The pools as of the last two seconds, however many requests ask. */
export class ServedPools {
  #kept: Promise<readonly ServedPool[]> | undefined
  #readAt = 0

  constructor(private readonly db: Db) {}

  /** Refuses a request that a pool cannot draw for now: an operator has paused it, or it has no worker, which is noted. */
  async requireDrawing(pool: string): Promise<void> {
    const served = (await this.now()).find(({ name }) => name === pool)
    if (served?.paused === true) throw new Refusal('unavailable', pausedWords(served), { retryAfter: PAUSED_SECONDS })
    if (served?.slots !== 0) return
    await wantPool(this.db, pool)
    throw new Refusal('unavailable', `No worker of pool ${pool} can draw now.`, { retryAfter: NO_WORKER_SECONDS })
  }

  now(): Promise<readonly ServedPool[]> {
    const [kept, ageMs] = [this.#kept, performance.now() - this.#readAt]
    if (kept !== undefined && ageMs < FRESH_MS) return kept
    const read = this.#read()
    return kept === undefined || ageMs >= KEPT_MS ? read : kept
  }

  #read(): Promise<readonly ServedPool[]> {
    this.#readAt = performance.now()
    const read = selectServedPools(this.db)
    read.catch(() => {
      this.#kept = undefined
    })
    this.#kept = read
    return read
  }
}

function pausedWords({ name, pauseReason }: ServedPool): string {
  const why = pauseReason === null ? '' : `: “${pauseReason.replace(/\.$/, '')}”`
  return `Pool ${name} is paused by an operator${why}. Use a model of another pool, or send this again later.`
}
