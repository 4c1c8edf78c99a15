import type { FinalStatistics } from '@cges-fleet/core'

/** The range of differences every row shares: as far to the left as to the right of 0, and both margins in it. */
export function deltaDomain({ methods, margin }: FinalStatistics): number {
  const ends = methods.flatMap(({ comparison }) =>
    comparison === null ? [] : [comparison.accuracy.low, comparison.accuracy.high, comparison.accuracy.value],
  )
  return Math.max(2 * margin, ...ends.map((end) => Math.abs(end))) * 1.05
}
