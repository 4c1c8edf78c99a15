import { groupBy, jainIndex, type PoolHistory, type PoolWaits, type SharesOver } from '@cges-fleet/core'
import {
  IDLE_SECONDS,
  type PoolViewer,
  type TeamWaits,
  type TeamPoint,
  waitSeconds,
  type WorkerPoint,
  type WorkerSpan,
} from '@cges-fleet/db'
import { meansOf, sumBy, type TimeGrid } from './time-grid.js'

/** Teams listed separately for callers who may see them; the least active are summed up. */
const MOST_APART = 12

interface Group {
  readonly team: string | null
  readonly own: boolean
  readonly points: readonly TeamPoint[]
}

/** Computes what each team had waiting and in flight, bin by bin. Pure. */
export function teamSeries(grid: TimeGrid, points: readonly TeamPoint[], viewer: PoolViewer): PoolHistory['teams'] {
  const shown = points.filter(({ at }) => at >= (grid.starts[0] ?? 0))
  return grouped(shown, viewer).map(({ team, own, points }) => ({
    team,
    own,
    queued: meansOf(
      grid,
      sumBy(points, grid.binOf, ({ waiting, backlog }) => waiting + backlog),
    ),
    busy: meansOf(
      grid,
      sumBy(points, grid.binOf, ({ active }) => active),
    ),
  }))
}

/** Compares what teams had in flight over a window with the shares that their weights entitled them to. Pure. */
export function sharesOver(over: SharesOver['over'], points: readonly TeamPoint[], viewer: PoolViewer): SharesOver {
  const whole = sum(points, ({ active }) => active)
  const entitled = points.filter((point) => point.entitled > 0)
  if (whole === 0 || entitled.length === 0) return { over, jain: null, teams: [] }
  return {
    over,
    jain: jainIndex(entitled.map((point) => point.active / point.entitled)),
    teams: grouped(points, viewer).map(({ team, own, points }) => ({
      team,
      own,
      share: sum(points, ({ active }) => active) / whole,
      entitlement: sum(points, (point) => point.entitled) / sum(entitled, (point) => point.entitled),
    })),
  }
}

/** The caller's team, then the others: separately if the caller may see them, else as one sum. */
function grouped(points: readonly TeamPoint[], viewer: PoolViewer): Group[] {
  const ofTeam = [...groupBy(points, ({ id }) => id)]
  const ofViewer = ofTeam.filter(([id]) => id === viewer.team)
  const others = ofTeam
    .filter(([id]) => id !== viewer.team)
    .toSorted(([, a], [, b]) => sum(b, ({ active }) => active) - sum(a, ({ active }) => active))
  const apart = viewer.apart ? others.slice(0, MOST_APART) : []
  const rest = others.slice(apart.length).flatMap(([, points]) => points)
  return [
    ...[...ofViewer, ...apart].map(([id, points]) => ({
      team: points[0]?.team ?? null,
      own: id === viewer.team,
      points,
    })),
    ...(rest.length === 0 ? [] : [{ team: null, own: false, points: rest }]),
  ]
}

function sum(points: readonly TeamPoint[], value: (point: TeamPoint) => number): number {
  return points.reduce((total, point) => total + value(point), 0)
}

/** Computes the share of its slots that each worker had busy, bin by bin; null if it was absent. Pure. */
export function workerSeries(
  grid: TimeGrid,
  ids: readonly string[],
  points: readonly WorkerPoint[],
): PoolHistory['workers'] {
  const ofWorker = groupBy(points, ({ id }) => id)
  return ids.map((id) => {
    const bins = new Map((ofWorker.get(id) ?? []).map(({ at, active, slots }) => [at, active / Math.max(1, slots)]))
    return { id, busy: grid.coveredBy.map((bin) => (bin === null ? null : (bins.get(bin) ?? null))) }
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

/**
 * Computes how long calls waited for a slot, bin by bin: quantiles of those claimed in it, and the longest still
 * waiting. Pure.
 */
export function waitSeries(grid: TimeGrid, team: string | null, points: readonly TeamWaits[]): PoolWaits {
  const binned = groupBy(points, ({ at }) => grid.binOf(at))
  const quantiles = (share: number) =>
    grid.starts.map((start) =>
      waitQuantile(
        (binned.get(start) ?? []).map(({ waits }) => waits),
        share,
      ),
    )
  const oldest = grid.coveredBy.map((bin) =>
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
