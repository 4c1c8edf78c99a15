import { setImmediate } from 'node:timers/promises'

/** How long may be computed in one go before others have their turn. */
const LONGEST_TURN_MS = 20

/** Computes something of each item, as `map` does, and lets everything else of the process go on meanwhile. */
export async function inTurns<Item, Result>(items: Iterable<Item>, compute: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  let since = performance.now()
  for (const item of items) {
    results.push(compute(item))
    if (performance.now() - since < LONGEST_TURN_MS) continue
    await setImmediate()
    since = performance.now()
  }
  return results
}
