interface Reading<Found> {
  readonly settled: Promise<void>
  /** The read that begins once it is settled, for all who asked since it began. */
  next: Promise<Found> | null
}

/**
 * Lets many who read the same at once share a read, at most one a key at a time. Whoever asks gets a read that began
 * after that, so that it shows all that was stored before.
 */
export class SharedReads<Found> {
  readonly #readings = new Map<string, Reading<Found>>()

  /** Reads what `key` names, by itself or with others. */
  read(key: string, load: () => Promise<Found>): Promise<Found> {
    const now = this.#readings.get(key)
    if (now === undefined) return this.#begin(key, load)
    return (now.next ??= now.settled.then(() => this.#begin(key, load)))
  }

  #begin(key: string, load: () => Promise<Found>): Promise<Found> {
    const found = load()
    const settled = found.then(
      () => this.#end(key, reading),
      () => this.#end(key, reading),
    )
    const reading: Reading<Found> = { settled, next: null }
    this.#readings.set(key, reading)
    return found
  }

  /** What others wait for takes its place. */
  #end(key: string, { next }: Reading<Found>): void {
    if (next === null) this.#readings.delete(key)
  }
}
