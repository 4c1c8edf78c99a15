interface Point {
  readonly cost: number
  readonly accuracy: number
}

/** Keeps the points no other point beats: none is at most as dear and more accurate, or cheaper and as accurate. */
export function frontier<T extends Point>(points: readonly T[]): T[] {
  const byCost = points.toSorted((a, b) => a.cost - b.cost || b.accuracy - a.accuracy)
  let best = Number.NEGATIVE_INFINITY
  return byCost.filter((point) => {
    if (point.accuracy <= best) return false
    best = point.accuracy
    return true
  })
}
