import { smallestMean } from './smallest-mean.js'

/**
 * Returns the mean over the lowest tenth of the means of all windows of `window` values, one window beginning at each
 * value; fewer values are one window. `values` holds at least one.
 * Source: arXiv 2508.15260, bottom 10 % group confidence.
 */
export function lowestWindowsMean(values: Float64Array, window: number): number {
  if (values.length <= window) return values.reduce((sum, value) => sum + value, 0) / values.length
  const sums = new Float64Array(values.length + 1)
  for (const [index, value] of values.entries()) sums[index + 1] = (sums[index] ?? 0) + value
  const windows = values.length - window + 1
  const means = Float64Array.from({ length: windows }, (_, start) => {
    return ((sums[start + window] ?? 0) - (sums[start] ?? 0)) / window
  })
  return smallestMean(means)
}
