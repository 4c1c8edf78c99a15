import { setImmediate } from 'node:timers/promises'

/** How long one caller's rows may compute before other requests get their turn. */
const LONGEST_TURN_MS = 20

/** Keeps long work from blocking the event loop: yields after every 20 ms. */
export class Turn {
  #since = performance.now()

  async pass(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_TURN_MS) return
    await setImmediate()
    this.#since = performance.now()
  }
}
