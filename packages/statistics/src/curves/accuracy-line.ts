/** A point of a line of accuracy by cost: `calls` are calls, or what else the line counts a cost in. */
export interface LinePoint {
  readonly calls: number
  readonly accuracy: number
}

/**
 * Reads the accuracy of a rule at a number of calls: between two points of its line, as drawing lots between their
 * thresholds for each question would give it, and beyond its ends as at them. `line` is not empty and ascends in calls.
 */
export function accuracyAt(line: readonly LinePoint[], calls: number): number {
  const next = line.findIndex((point) => point.calls >= calls)
  const before = line[next - 1]
  const after = line[next] ?? line.at(-1)
  if (after === undefined) return Number.NaN
  if (before === undefined || next < 0) return after.accuracy
  const share = (calls - before.calls) / (after.calls - before.calls)
  return before.accuracy + share * (after.accuracy - before.accuracy)
}

/** The fewest calls at which a line comes to an accuracy; null if it never does. */
export function callsAt(line: readonly LinePoint[], accuracy: number): number | null {
  const at = line.findIndex((point) => point.accuracy >= accuracy)
  const before = line[at - 1]
  const after = line[at]
  if (after === undefined) return null
  if (before === undefined) return after.calls
  const share = (accuracy - before.accuracy) / (after.accuracy - before.accuracy)
  return before.calls + share * (after.calls - before.calls)
}

/** The mean accuracy of a line over all costs from `from` to `to`, by trapezoids. */
export function areaUnder(line: readonly LinePoint[], to: number, from = 1): number {
  if (to <= from) return accuracyAt(line, from)
  const inside = line.map(({ calls }) => calls).filter((calls) => calls > from && calls < to)
  const ends = [from, ...inside, to]
  let area = 0
  for (const [at, calls] of ends.entries()) {
    const next = ends[at + 1]
    if (next !== undefined) area += ((next - calls) * (accuracyAt(line, calls) + accuracyAt(line, next))) / 2
  }
  return area / (to - from)
}
