/** Returns a merge's rank in the order they were learnt; undefined if two pieces are never merged. */
export type MergeRanks = ReadonlyMap<string, number>

/**
 * Merges the pieces of one word as a byte-pair encoding does: the pair learnt first, wherever it stands, until none is
 * left. Takes at most as many passes as there are merges, so time grows with the word's length alone.
 */
export function mergePieces(pieces: readonly string[], ranks: MergeRanks): readonly string[] {
  let merged = pieces
  for (;;) {
    const best = earliestPair(merged, ranks)
    if (best === null) return merged
    merged = mergeEach(merged, best)
  }
}

function earliestPair(pieces: readonly string[], ranks: MergeRanks): string | null {
  let best: string | null = null
  let bestRank: number = Infinity
  for (let at = 0; at + 1 < pieces.length; at += 1) {
    const pair = `${pieces[at]} ${pieces[at + 1]}`
    const rank = ranks.get(pair) ?? Infinity
    if (rank < bestRank) [best, bestRank] = [pair, rank]
  }
  return best
}

function mergeEach(pieces: readonly string[], pair: string): string[] {
  const merged: string[] = []
  for (let at = 0; at < pieces.length; at += 1) {
    const isPair = `${pieces[at]} ${pieces[at + 1]}` === pair
    merged.push(isPair ? `${pieces[at]}${pieces[at + 1]}` : (pieces[at] ?? ''))
    if (isPair) at += 1
  }
  return merged
}
