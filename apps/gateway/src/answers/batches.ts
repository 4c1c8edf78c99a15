interface Waiting<Item, Answer> {
  readonly item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Items of one batch at most. */
const MOST_AT_ONCE = 64

/**
 * Sends together all that is asked for one key while its last batch is under way: requests of a team share a transaction
 * and its lock. One alone waits for no other.
 */
export class Batches<Item, Answer> {
  readonly #waiting = new Map<string, Waiting<Item, Answer>[]>()
  readonly #underWay = new Set<string>()

  constructor(private readonly send: (key: string, items: readonly Item[]) => Promise<readonly Answer[]>) {}

  ask(key: string, item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key) ?? []
      waiting.push({ item, resolve, reject })
      this.#waiting.set(key, waiting)
      if (!this.#underWay.has(key)) void this.#next(key)
    })
  }

  async #next(key: string): Promise<void> {
    this.#underWay.add(key)
    try {
      for (let batch = this.#take(key); batch.length > 0; batch = this.#take(key)) await this.#answer(key, batch)
    } finally {
      this.#underWay.delete(key)
    }
  }

  #take(key: string): Waiting<Item, Answer>[] {
    const waiting = this.#waiting.get(key) ?? []
    const batch = waiting.splice(0, MOST_AT_ONCE)
    if (waiting.length === 0) this.#waiting.delete(key)
    return batch
  }

  async #answer(key: string, batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.send(
        key,
        batch.map(({ item }) => item),
      )
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
