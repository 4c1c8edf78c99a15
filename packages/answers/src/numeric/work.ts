import { Unreadable } from '../unreadable.js'

/** Counts the costly steps of one key, so that no answer can make it expensive: past the limit it is compared as written. */
export class Work {
  #left: number

  constructor(limit: number) {
    this.#left = limit
  }

  /** Takes some steps; throws Unreadable where there are not as many left. */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new Unreadable('too much to compute')
  }
}
