import { Turn } from './turn.js'

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
