/**
 * Returns how much each step matters without asking a model: 1 − cosine similarity between the words of the response
 * and the words left when the step is deleted. In [0, 1]; a step without words 0, a sole step 1. Linear in the text.
 * Source: the deletion view of importance in arXiv 2402.11756, with counts of words for meaning.
 */
export function stepImportance(steps: readonly string[]): number[] {
  if (steps.length === 1) return [1]
  const all = countWords(steps.join('\n'))
  const norm = dot(all, all)
  return steps.map((step) => {
    const own = countWords(step)
    if (own.size === 0) return 0
    const shared = dot(own, all)
    const left = norm - 2 * shared + dot(own, own)
    return left === 0 ? 1 : 1 - (norm - shared) / Math.sqrt(norm * left)
  })
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[a-z0-9]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Σ a(word) · b(word), over the words of `a`. */
function dot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [word, count] of a) sum += count * (b.get(word) ?? 0)
  return sum
}
