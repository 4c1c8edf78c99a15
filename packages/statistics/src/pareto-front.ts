/** The mean cost and accuracy of a method. */
export type CostPoint = { readonly calls: number; readonly accuracy: number }

/**
 * Returns the points no other point dominates, cheapest first: one dominates another with no more calls and no less
 * accuracy, one of them strictly better. Equal points are all kept.
 */
export function paretoFront<Point extends CostPoint>(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.calls - b.calls || b.accuracy - a.accuracy)
  let best: CostPoint | null = null
  return sorted.filter((point) => {
    const equal = best !== null && point.calls === best.calls && point.accuracy === best.accuracy
    if (best !== null && !equal && point.accuracy <= best.accuracy) return false
    best = point
    return true
  })
}
