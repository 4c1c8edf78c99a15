import { type Db, forgetExpired, forgetPoolPoints, type Retention } from '@cges-fleet/db'

/** Retention is not enforced to the minute. */
const EVERY_MS = 600_000

/** Applies retention now and then, beside the sweep. */
export class Housekeeping {
  #dueAt = 0

  constructor(
    private readonly db: Db,
    private readonly kept: Retention,
  ) {}

  /** Deletes one portion if it is due; called once a sweep. */
  async tidy(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    const more = await forgetExpired(this.db, this.kept)
    await forgetPoolPoints(this.db)
    this.#dueAt = more ? 0 : performance.now() + EVERY_MS
  }
}
