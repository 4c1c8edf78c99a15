/** A step budget for one key, so that no answer can make it expensive: beyond the limit it is compared as written. */
export class Work {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** Spends some steps; throws Unreadable if fewer are left. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new Unreadable('too much to compute')
  }
}

/** Thrown when text is not readable mathematics, or too large to compute with; it is then compared as written. */
export class Unreadable extends Error {}
