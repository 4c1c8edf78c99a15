const KEPT = 200

/** The latest events, in order: printed when an invariant breaks. */
export class EventLog {
  readonly #started = performance.now()
  readonly #latest: string[] = []

  constructor(private readonly print: (line: string) => void = () => undefined) {}

  add(what: string): void {
    const line = `${((performance.now() - this.#started) / 1000).toFixed(2)} s  ${what}`
    this.print(line)
    this.#latest.push(line)
    if (this.#latest.length > KEPT) this.#latest.shift()
  }

  get latest(): readonly string[] {
    return this.#latest
  }
}
