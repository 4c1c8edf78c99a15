import { jainIndex, type PoolHistory, type SharesOver } from '@cges-fleet/core'
import type { TeamPoint } from '@cges-fleet/db'
import { groupBy } from '@cges-fleet/core'
import type { Viewer } from '../pool-shares.js'
import { meansOf, sumBy, type TimeGrid } from './time-grid.js'

/** Teams listed separately for callers who may see them; the least active are summed up. */
const MOST_APART = 12

interface Group {
  readonly team: string | null
  readonly own: boolean
  readonly points: readonly TeamPoint[]
}

/** Computes what each team had waiting and in flight, bin by bin. Pure. */
export function teamSeries(grid: TimeGrid, points: readonly TeamPoint[], viewer: Viewer): PoolHistory['teams'] {
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
export function sharesOver(over: SharesOver['over'], points: readonly TeamPoint[], viewer: Viewer): SharesOver {
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
function grouped(points: readonly TeamPoint[], viewer: Viewer): Group[] {
  const ofTeam = [...groupBy(points, ({ id }) => id)]
  const own = ofTeam.filter(([id]) => id === viewer.team)
  const others = ofTeam
    .filter(([id]) => id !== viewer.team)
    .toSorted(([, a], [, b]) => sum(b, ({ active }) => active) - sum(a, ({ active }) => active))
  const apart = viewer.apart ? others.slice(0, MOST_APART) : []
  const rest = others.slice(apart.length).flatMap(([, points]) => points)
  return [
    ...[...own, ...apart].map(([id, points]) => ({ team: points[0]?.team ?? null, own: id === viewer.team, points })),
    ...(rest.length === 0 ? [] : [{ team: null, own: false, points: rest }]),
  ]
}

function sum(points: readonly TeamPoint[], value: (point: TeamPoint) => number): number {
  return points.reduce((total, point) => total + value(point), 0)
}
