const STEPS = 80

/** Finds where a rising function crosses zero between two places, to the last bit; the nearer end if it does not. */
export function bisect(rising: (x: number) => number, low: number, high: number): number {
  let from = low
  let to = high
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (from + to) / 2
    if (middle === from || middle === to) break
    if (rising(middle) < 0) from = middle
    else to = middle
  }
  return (from + to) / 2
}
