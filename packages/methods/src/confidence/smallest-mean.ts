/** Returns the mean of the lowest tenth of some numbers, rounded down, of one at least. `values` holds at least one. */
export function smallestMean(values: Float64Array): number {
  const lowest = values.toSorted().subarray(0, Math.max(1, Math.floor(values.length / 10)))
  return lowest.reduce((sum, value) => sum + value, 0) / lowest.length
}
