/** One batch's answer: the questions asked, and their places in it from 1, easiest first; null if unreadable. */
export type RankedBatch = { readonly batch: readonly number[]; readonly order: readonly number[] | null }

/**
 * Turns ranked batches into a difficulty for each of `questions` questions: the mean over the batches that held it of
 * (rank − ½) / size, in (0, 1); ½ if none did. `easyToHard` lists the questions by it, ties by number.
 * Throws a RangeError if an order is no permutation of its batch. Source: arXiv 2408.13457, difficulty ranking.
 */
export function rankingScores(
  questions: number,
  results: readonly RankedBatch[],
): { readonly scores: number[]; readonly easyToHard: number[] } {
  const ranks = Array.from({ length: questions }, () => ({ sum: 0, received: 0 }))
  for (const { batch, order } of results) {
    if (order === null) continue
    if (new Set(order).size !== batch.length || order.length !== batch.length) {
      throw new RangeError(`${order.length} ranks for a batch of ${batch.length} questions`)
    }
    order.forEach((number, rank) => {
      const asked = ranks[batch[number - 1] ?? -1]
      if (asked === undefined) throw new RangeError(`rank ${rank + 1} names question ${number} of ${batch.length}`)
      asked.sum += (rank + 0.5) / batch.length
      asked.received += 1
    })
  }
  const scores = ranks.map(({ sum, received }) => (received === 0 ? 0.5 : sum / received))
  const easyToHard = scores.map((_, index) => index).toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b)
  return { scores, easyToHard }
}
