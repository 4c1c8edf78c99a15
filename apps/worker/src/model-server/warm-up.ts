/**
 * Tracks whether an engine has answered since it started. The first responses of one that compiles, or loads lazily,
 * may take minutes: a stream that has begun and is silent is then no fault yet.
 */
export class WarmUp {
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** The server has started or restarted. */
  begin(): void {
    this.#isOver = false
  }

  /** A token has arrived. */
  end(): void {
    this.#isOver = true
  }
}
