/**
 * Whether an engine has answered since it was there. The first answers of one that compiles, or loads what it had put
 * off, may take minutes: a stream that has begun and is silent is then no fault yet.
 */
export class WarmUp {
  #isOver = false

  get isOver(): boolean {
    return this.#isOver
  }

  /** The server has come, or come back. */
  begin(): void {
    this.#isOver = false
  }

  /** A token has come. */
  end(): void {
    this.#isOver = true
  }
}
