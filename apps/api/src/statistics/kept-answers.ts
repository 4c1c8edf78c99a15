/** Keeps the newest answers by a key that names each for good: however many ask, each is computed once. */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, Promise<Answer>>()

  constructor(private readonly limit: number) {}

  /** Gives the answer to a key, computed now where it is not kept; one that failed is computed again. */
  read(key: string, compute: () => Promise<Answer>): Promise<Answer> {
    const kept = this.#kept.get(key)
    if (kept !== undefined) return kept
    const computed = compute()
    this.#kept.set(key, computed)
    computed.catch(() => this.#kept.delete(key))
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > this.limit && oldest !== undefined) this.#kept.delete(oldest)
    return computed
  }
}
