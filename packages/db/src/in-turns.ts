import { Turn } from './turn.js'

/** Computes something of each item, as `map` does, and lets everything else of the process go on meanwhile. */
export async function inTurns<Item, Result>(items: Iterable<Item>, compute: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  const turn = new Turn()
  for (const item of items) {
    results.push(compute(item))
    await turn.pass()
  }
  return results
}
