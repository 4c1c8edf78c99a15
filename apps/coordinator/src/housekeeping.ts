import { type Db, forgetExpired, type Retention } from '@cges-fleet/db'

/** Nothing that is forgotten is kept to the minute. */
const EVERY_MS = 600_000

/** Deletes what was kept for its time, now and then, beside the sweep. */
export class Housekeeping {
  #dueAt = 0

  constructor(
    private readonly db: Db,
    private readonly kept: Retention,
  ) {}

  /** Does a share of the work where it is due; asked once a sweep. */
  async tidy(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    const more = await forgetExpired(this.db, this.kept)
    this.#dueAt = more ? 0 : performance.now() + EVERY_MS
  }
}
