import type { PoolHistory } from '@cges-fleet/core'
import { IDLE_SECONDS, type WorkerPoint, type WorkerSpan } from '@cges-fleet/db'
import { groupBy } from '@cges-fleet/core'
import type { TimeGrid } from './time-grid.js'

/** Computes the share of its slots that each worker had busy, bin by bin; null if it was absent. Pure. */
export function workerSeries(
  grid: TimeGrid,
  ids: readonly string[],
  points: readonly WorkerPoint[],
): PoolHistory['workers'] {
  const ofWorker = groupBy(points, ({ id }) => id)
  return ids.map((id) => {
    const bins = new Map((ofWorker.get(id) ?? []).map(({ at, active, slots }) => [at, active / Math.max(1, slots)]))
    return { id, busy: grid.told.map((bin) => (bin === null ? null : (bins.get(bin) ?? null))) }
  })
}

/** Finds the bins in which workers joined and left. Pure. */
export function workerChanges(
  grid: TimeGrid,
  spans: readonly WorkerSpan[],
  now: number,
  step: number,
): PoolHistory['changes'] {
  const from = grid.starts[0] ?? now
  const heardUntil = now - (step + 1.5 * IDLE_SECONDS) * 1000
  const came = groupBy(
    spans.filter(({ first }) => first >= from),
    ({ first }) => grid.binOf(first),
  )
  const left = groupBy(
    spans.filter(({ last }) => last >= from && last < heardUntil),
    ({ last }) => grid.binOf(last + step * 1000),
  )
  return grid.starts
    .map((start) => ({
      at: new Date(start).toISOString(),
      came: came.get(start)?.length ?? 0,
      left: left.get(start)?.length ?? 0,
    }))
    .filter(({ came, left }) => came + left > 0)
}
