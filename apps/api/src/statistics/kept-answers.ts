/** A cache of the newest answers by immutable keys: however many ask, each is computed once. */
export class KeptAnswers<Answer> {
  readonly #kept = new Map<string, Promise<Answer>>()

  constructor(private readonly limit: number) {}

  /** Returns the answer to a key, computing it if it is not cached; failures are not cached. */
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
