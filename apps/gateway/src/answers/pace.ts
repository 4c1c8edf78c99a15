/** The weight of the newest reply in a pool's mean. */
const NEWEST = 0.1

/** How long replies take, by pool: by it the waves of requests with a deadline are sized. */
export class PaceOfPools {
  readonly #means = new Map<string, number>()

  took(pool: string, ms: number): void {
    const mean = this.#means.get(pool)
    this.#means.set(pool, mean === undefined ? ms : mean + NEWEST * (ms - mean))
  }

  /** The mean of late; null if none has landed. */
  of(pool: string): number | null {
    return this.#means.get(pool) ?? null
  }
}
