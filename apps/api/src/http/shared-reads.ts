import { setTimeout as sleep } from 'node:timers/promises'

/** A read that takes longer may be stuck: others no longer wait for it. */
const PATIENCE_MS = 2000

interface Reading<Found> {
  readonly settled: Promise<void>
  /** The read that begins once it is settled, or takes too long, for all who asked since it began. */
  next: Promise<Found> | null
}

/**
 * Lets many who read the same at once share a read: of a key one at a time, unless it takes seconds. Whoever asks gets a
 * read that began after that, so that it shows all that was stored before.
 */
export class SharedReads<Found> {
  readonly #readings = new Map<string, Reading<Found>>()

  constructor(private readonly patienceMs = PATIENCE_MS) {}

  /** Reads what `key` names, by itself or with others. */
  read(key: string, load: () => Promise<Found>): Promise<Found> {
    const now = this.#readings.get(key)
    if (now === undefined) return this.#begin(key, load)
    return (now.next ??= Promise.race([now.settled, sleep(this.patienceMs, undefined, { ref: false })]).then(() =>
      this.#begin(key, load),
    ))
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

  /** What others wait for takes its place, or has taken it. */
  #end(key: string, reading: Reading<Found>): void {
    if (this.#readings.get(key) === reading && reading.next === null) this.#readings.delete(key)
  }
}
