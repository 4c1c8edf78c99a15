/** The votes on a question, counted as they come, with what rules ask of them after every one. */
export class Tally {
  readonly #counts: Map<string, number>
  #calls: number
  #most = 0
  #runnerUp = 0
  #leader: string | null = null

  constructor(counts: ReadonlyMap<string, number> = new Map(), calls = 0) {
    this.#counts = new Map()
    this.#calls = calls
    for (const [answer, count] of counts) this.#set(answer, count)
  }

  /** The votes of each answer, in the order first seen. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts
  }

  /** The samples, those without an answer included. */
  get calls(): number {
    return this.#calls
  }

  /** The largest count and the second largest, which equals it in a tie; 0 where there is none. */
  get most(): number {
    return this.#most
  }

  get runnerUp(): number {
    return this.#runnerUp
  }

  /** Takes in a sample; one without an answer (null) casts no vote. */
  see(answer: string | null): void {
    this.#calls += 1
    if (answer !== null) this.#set(answer, (this.#counts.get(answer) ?? 0) + 1)
  }

  copy(): Tally {
    return new Tally(this.#counts, this.#calls)
  }

  #set(answer: string, count: number): void {
    this.#counts.set(answer, count)
    if (answer === this.#leader) {
      this.#most = count
    } else if (count > this.#most) {
      this.#runnerUp = this.#most
      this.#most = count
      this.#leader = answer
    } else {
      this.#runnerUp = Math.max(this.#runnerUp, count)
    }
  }
}
