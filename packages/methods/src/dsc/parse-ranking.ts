/**
 * Parses a ranking a model wrote: the question numbers, easiest first, after the last "Ranking:" if there is one. Only
 * an exact permutation of 1 … `size` is accepted; anything else is null, to be asked again or left out. Source: arXiv
 * 2408.13457, difficulty ranking.
 */
export function parseRanking(text: string, size: number): number[] | null {
  const marked = text.split(/ranking:/iu).at(-1) ?? ''
  const order = [...marked.matchAll(/Q\s*(\d+)/gu)].map((match) => Number(match[1]))
  const named = new Set(order.filter((number) => number >= 1 && number <= size))
  return size > 0 && order.length === size && named.size === size ? order : null
}
