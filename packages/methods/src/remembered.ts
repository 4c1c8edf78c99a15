/** Values kept at most. */
const MOST = 20_000

/** Memoises a pure function of one number, for one that is called with the same few numbers over and over. */
export function remembered(work: (x: number) => number): (x: number) => number {
  const known = new Map<number, number>()
  return (x) => {
    const before = known.get(x)
    if (before !== undefined) return before
    const value = work(x)
    if (known.size < MOST) known.set(x, value)
    return value
  }
}
