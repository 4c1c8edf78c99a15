import { Turn } from './turn.js'

/**
 * Computes something of each item, as `map` does, and lets everything else of the process go on meanwhile; `between` is
 * awaited after each, such as `keptAwake` of a transaction.
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
