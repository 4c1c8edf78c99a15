/**
 * Adjusts p-values for multiple comparisons: the chance of even one false alarm among them stays at the level, whatever
 * depends on what. In the order given; each in [0, 1] and not below its own p.
 * Source: S. Holm, A simple sequentially rejective multiple test procedure (1979).
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).toSorted((a, b) => a.p - b.p)
  const adjusted = Array<number>(pValues.length).fill(1)
  let least = 0
  for (const [rank, { p, at }] of order.entries()) {
    least = Math.max(least, Math.min(1, (pValues.length - rank) * p))
    adjusted[at] = least
  }
  return adjusted
}
