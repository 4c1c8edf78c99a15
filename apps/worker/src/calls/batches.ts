import { isOutage } from '@cges-fleet/db'

/** A statement locks its rows until it ends, and one that fails is sent again row by row. */
const MOST_AT_ONCE = 64
/** In the unit of the weights: bytes, for texts. */
const HEAVIEST_AT_ONCE = 1_000_000
/** Others may be waiting for a statement that waits for a lock. */
const PATIENCE_MS = 20

interface Waiting<Item, Answer> {
  readonly item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Sends in one statement all requests that come in while the last one is under way: under load many calls share a
 * statement, its locks and its commit; a lone call waits for no other. Answers are in the order of their requests.
 */
export class Batcher<Item, Answer> {
  #waiting: Waiting<Item, Answer>[] = []
  #underWay = 0
  #due: NodeJS.Immediate | undefined
  #late: NodeJS.Timeout | undefined

  constructor(
    private readonly send: (items: readonly Item[]) => Promise<readonly Answer[]>,
    private readonly weigh: (item: Item) => number = () => 0,
  ) {}

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (this.#underWay === 0 || this.#waiting.length >= MOST_AT_ONCE) this.#due ??= setImmediate(() => this.#next())
      else this.#late ??= setTimeout(() => this.#next(), PATIENCE_MS)
    })
  }

  #next(): void {
    clearImmediate(this.#due)
    clearTimeout(this.#late)
    this.#due = undefined
    this.#late = undefined
    const batch = this.#waiting.splice(0, this.#fitting())
    if (batch.length === 0) return
    this.#underWay += 1
    void this.#answer(batch).finally(() => {
      this.#underWay -= 1
      this.#next()
    })
  }

  /** How many waiting requests fit into one statement: at least one. */
  #fitting(): number {
    let weight = 0
    const beyond = this.#waiting.findIndex(({ item }, at) => {
      weight += this.weigh(item)
      return at === MOST_AT_ONCE || (at > 0 && weight > HEAVIEST_AT_ONCE)
    })
    return beyond === -1 ? this.#waiting.length : beyond
  }

  /**
   * If a batch fails for another reason than an outage its items are retried one by one: a single one must be at fault.
   */
  async #answer(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.send(batch.map(({ item }) => item))
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} questions`)
      batch.forEach(({ resolve }, at) => resolve(answers[at] as Answer))
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) batch.forEach(({ reject }) => reject(error))
      else await Promise.all(batch.map((one) => this.#answer([one])))
    }
  }
}
