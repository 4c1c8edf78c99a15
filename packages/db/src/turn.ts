import { setImmediate } from 'node:timers/promises'

/** How long the rows of one caller may be computed before other requests have their turn. */
const LONGEST_TURN_MS = 20

/** Keeps long work from holding up a process: others have their turn once it took 20 ms. */
export class Turn {
  #since = performance.now()

  async pass(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_TURN_MS) return
    await setImmediate()
    this.#since = performance.now()
  }
}
