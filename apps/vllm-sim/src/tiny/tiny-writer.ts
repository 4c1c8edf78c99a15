import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { Batch, type Draw, type Sequence, type TinyLlama } from '@cges-fleet/tiny-llama'

/** Tokens of a fast stream come several at a time, no more often than this. */
const EVENT_MS = 25

/** Steps a model a few milliseconds at a time, so that the server stays responsive in between. */
export class TinyWriter {
  readonly #batch: Batch
  #stepped: Promise<void> | null = null

  constructor({ llama }: TinyLlama) {
    this.#batch = new Batch(llama)
  }

  /** Yields an answer again and again as it grows; the last time it has a finish. Stops early if the signal aborts. */
  async *write(draw: Draw, signal: AbortSignal): AsyncGenerator<Sequence> {
    if (signal.aborted) return
    const sequence = this.#batch.add(draw)
    let toldAt = performance.now()
    try {
      while (sequence.finish === null && !signal.aborted) {
        await this.#step()
        if (sequence.finish === null && performance.now() < toldAt + EVENT_MS) continue
        toldAt = performance.now()
        if (sequence.tokens.length > 0) yield sequence
      }
    } finally {
      this.#batch.drop(sequence)
    }
  }

  /** All writers await one and the same step. */
  #step(): Promise<void> {
    this.#stepped ??= yieldToOthers().then(() => {
      this.#stepped = null
      this.#batch.step()
    })
    return this.#stepped
  }
}
