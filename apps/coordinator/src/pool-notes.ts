import { type Db, NOTE_SECONDS, notePools } from '@cges-fleet/db'

const EVERY_MS = NOTE_SECONDS * 1000

/** Records the pools' state, beside the sweep: once in each point's interval, soon after it begins. */
export class PoolNotes {
  #dueAt = 0

  constructor(private readonly db: Db) {}

  /** Takes a note where one is due; asked once a sweep. */
  async take(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    await notePools(this.db)
    this.#dueAt = performance.now() + EVERY_MS - (Date.now() % EVERY_MS)
  }
}
