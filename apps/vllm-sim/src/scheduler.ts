/** The limits on concurrency and cache. */
export interface Room {
  readonly slots: number
  /** Tokens of all running choices together, prompts included, that fit into the key-value cache. */
  readonly cacheTokens: number
}

/** A choice that is running, or waiting to resume after preemption. */
export interface Running {
  readonly priority: number
  readonly signal: AbortSignal
  /** Its tokens in the cache while it runs; recomputed when it resumes. */
  tokens: number
  /** How often it was preempted. */
  preemptions: number
  /** Set on preemption: resolves with true as soon as it runs again, with false if its signal aborted first. */
  comeback: Promise<boolean> | null
}

interface Waiting {
  readonly choice: Running
  readonly enter: () => void
  readonly leave: () => void
}

/**
 * Allocates slots and cache as vLLM does: to the lowest priority number first, then first come, first served. If an
 * answer outgrows the cache, the most recently started is preempted and is the next to resume.
 */
export class Scheduler {
  readonly #waiting: Waiting[] = []
  /** In the order they began. */
  readonly #running: Running[] = []
  #held = 0
  #preemptions = 0

  constructor(readonly room: Room) {}

  get running(): number {
    return this.#running.length
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get preemptions(): number {
    return this.#preemptions
  }

  /** The share of the cache in use. */
  get cacheUsage(): number {
    return this.#held / this.room.cacheTokens
  }

  /** Waits for a slot and for room for a prompt; null if the signal aborted first, and then nothing is held. */
  async acquire(signal: AbortSignal, tokens: number, priority = 0): Promise<Running | null> {
    const choice: Running = { priority, signal, tokens, preemptions: 0, comeback: null }
    if (signal.aborted) return null
    return (await this.#queue(choice, 'last')) ? choice : null
  }

  /** Adds tokens to a choice. False if it has been preempted, now or before: its `comeback` tells when it resumes. */
  grow(choice: Running, tokens: number): boolean {
    while (choice.comeback === null && this.#held + tokens > this.room.cacheTokens) this.#preempt()
    if (choice.comeback !== null) return false
    choice.tokens += tokens
    this.#held += tokens
    return true
  }

  /** Releases a choice's slot and cache; one that was just preempted leaves the queue. */
  release(choice: Running): void {
    this.#waiting.find((entry) => entry.choice === choice)?.leave()
    this.#leave(choice)
    this.#admit()
  }

  #preempt(): void {
    const lowest = Math.max(...this.#running.map(({ priority }) => priority))
    const last = this.#running.findLast(({ priority }) => priority === lowest)
    if (last === undefined) throw new Error('an answer is longer than the whole cache')
    this.#leave(last)
    this.#preemptions += 1
    last.preemptions += 1
    last.comeback = this.#queue(last, 'first')
  }

  #leave(choice: Running): void {
    const place = this.#running.indexOf(choice)
    if (place < 0) return
    this.#running.splice(place, 1)
    this.#held -= choice.tokens
  }

  /** Queues behind others of the same priority, or before them if it has run already. */
  #queue(choice: Running, place: 'first' | 'last'): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = (): void => {
        choice.signal.removeEventListener('abort', leave)
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        resolve(false)
        this.#admit()
      }
      const enter = (): void => {
        choice.signal.removeEventListener('abort', leave)
        choice.comeback = null
        resolve(true)
      }
      const entry = { choice, enter, leave }
      const isBehind = ({ choice: { priority } }: Waiting): boolean =>
        place === 'first' ? priority >= choice.priority : priority > choice.priority
      const behind = this.#waiting.findIndex(isBehind)
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry)
      choice.signal.addEventListener('abort', leave, { once: true })
      if (place === 'last') this.#admit()
    })
  }

  /** Admits waiting choices in order while there is room; none overtakes one that does not fit yet. */
  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#fits(next.choice); next = this.#waiting[0]) {
      this.#waiting.shift()
      this.#running.push(next.choice)
      this.#held += next.choice.tokens
      next.enter()
    }
  }

  #fits({ tokens }: Running): boolean {
    return this.#running.length < this.room.slots && this.#held + tokens <= this.room.cacheTokens
  }
}
