import type { FinalStatistics, MeanEstimate } from '@cges-fleet/core'

/** The range of differences every row shares: as far to the left as to the right of 0, and both margins in it. */
export function deltaDomain({ methods, margin }: FinalStatistics): number {
  const found = methods.flatMap(({ comparison }) => (comparison === null ? [] : [comparison.accuracy]))
  return reachOf(found, 2 * margin)
}

/** How far the widest of some differences reaches from 0, at the least so far, with some room beyond. */
export function reachOf(differences: readonly MeanEstimate[], least: number): number {
  const ends = differences.flatMap(({ low, high, value }) => [low, high, value])
  return Math.max(least, ...ends.map((end) => Math.abs(end))) * 1.05
}
