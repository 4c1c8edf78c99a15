import { type Db, selectServedPools, type ServedPool } from '@cges-fleet/db'

const KEPT_MS = 1000

/** The pools as of the last second, however many requests ask. */
export class ServedPools {
  #kept: Promise<readonly ServedPool[]> | undefined
  #until = 0

  constructor(private readonly db: Db) {}

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
