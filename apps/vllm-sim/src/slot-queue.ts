interface Waiting {
  readonly priority: number
  readonly enter: () => void
}

/** A fixed number of slots, given out to the lowest priority number first, among equals first come, first served. */
export class SlotQueue {
  readonly #waiting: Waiting[] = []
  readonly #slots: number
  #running = 0

  constructor(slots: number) {
    this.#slots = slots
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Waits for a slot; false when the signal fired first, and then no slot is held. */
  async acquire(signal: AbortSignal, priority = 0): Promise<boolean> {
    if (signal.aborted) return false
    if (this.#running < this.#slots) {
      this.#running += 1
      return true
    }
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        resolve(false)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', leave)
        resolve(true)
      }
      const entry = { priority, enter }
      const behind = this.#waiting.findIndex((other) => other.priority > priority)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** Gives a slot back, or hands it to whoever waits longest. */
  release(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next.enter()
  }
}
