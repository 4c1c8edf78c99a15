import type { PoolWaits } from '@cges-fleet/core'
import { type OwnWaits, waitSeconds } from '@cges-fleet/db'
import { groupBy } from '@cges-fleet/core'
import type { TimeGrid } from './time-grid.js'

/**
 * Computes how long calls waited for a slot, bin by bin: quantiles of those claimed in it, and the longest still
 * waiting. Pure.
 */
export function waitSeries(grid: TimeGrid, team: string | null, points: readonly OwnWaits[]): PoolWaits {
  const binned = groupBy(points, ({ at }) => grid.binOf(at))
  const quantiles = (share: number) =>
    grid.starts.map((start) =>
      waitQuantile(
        (binned.get(start) ?? []).map(({ waits }) => waits),
        share,
      ),
    )
  const oldest = grid.told.map((bin) =>
    bin === null ? null : Math.max(0, ...(binned.get(bin) ?? []).map(({ oldestMs }) => oldestMs)) / 1000,
  )
  return { team, p50: quantiles(0.5), p95: quantiles(0.95), oldest }
}

/**
 * A quantile of the calls' waiting times in seconds, from counts by length, exact to their resolution: a factor of √2.
 * Null if no call was claimed.
 */
export function waitQuantile(counts: readonly (readonly number[])[], share: number): number | null {
  const places = counts[0]?.map((_, place) => counts.reduce((sum, one) => sum + (one[place] ?? 0), 0)) ?? []
  const wanted = share * places.reduce((sum, calls) => sum + calls, 0)
  if (wanted === 0) return null
  let below = 0
  for (const [place, calls] of places.entries()) {
    if (calls > 0 && below + calls >= wanted) {
      const from = place === 0 ? 0 : waitSeconds(place - 1)
      return from + (waitSeconds(place) - from) * ((wanted - below) / calls)
    }
    below += calls
  }
  return waitSeconds(places.length - 1)
}
