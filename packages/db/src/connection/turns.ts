import { setImmediate } from 'node:timers/promises'
import type { EntityManager } from 'typeorm'

/**
 * Maps items to results as `map` does, yielding to the event loop in between; `between` is awaited after each item,
 * e.g. to keep a transaction awake (`keptAwake`).
 */
export async function inTurns<Item, Result>(
  items: Iterable<Item>,
  compute: (item: Item) => Result | Promise<Result>,
  between: () => Promise<void> = async () => undefined,
): Promise<Result[]> {
  const results: Result[] = []
  const turn = new Turn()
  for (const item of items) {
    results.push(await compute(item))
    await turn.pass()
    await between()
  }
  return results
}

/** How long one caller's rows may compute before other requests get their turn. */
const LONGEST_TURN_MS = 20

/** Keeps long work from blocking the event loop: yields after every 20 ms. */
export class Turn {
  #since = performance.now()

  async pass(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_TURN_MS) return
    await setImmediate()
    this.#since = performance.now()
  }
}

/** Well below the idle-in-transaction timeout. */
const OFTEN_MS = 1000

/**
 * Returns a function to call now and then while computing inside a transaction, so that the server does not end it as
 * idle.
 */
export function keptAwake(tx: EntityManager): () => Promise<void> {
  let yieldedAt = performance.now()
  return async () => {
    if (performance.now() - yieldedAt < OFTEN_MS) return
    await tx.query('SELECT 1')
    yieldedAt = performance.now()
  }
}
