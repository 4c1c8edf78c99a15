import type { PoolShare, PoolShares, PoolView } from '@cges-fleet/core'
import type { TeamId, TeamDemand } from '@cges-fleet/db'

export interface Viewer {
  readonly team: TeamId
  /** Administrators of pools see teams apart; others see their own and the rest as one sum. */
  readonly apart: boolean
}

/** Compares what each team has running in a pool with its weighted share. Pure. */
export function poolShares(pool: PoolView, loads: readonly TeamDemand[], viewer: Viewer): Omit<PoolShares, 'own'> {
  const own = loads.filter(({ id }) => id === viewer.team)
  const others = loads.filter(({ id }) => id !== viewer.team)
  const rows = [...own, ...(viewer.apart || others.length === 0 ? others : [together(others)])]
  const weights = sum(loads.map(({ weight }) => weight))
  const active = sum(loads.map((load) => load.active))
  const teams = rows.map((row): PoolShare => ({
    team: row.team,
    own: row.id === viewer.team,
    weight: row.weight,
    entitlement: row.weight / weights,
    share: active === 0 ? null : row.active / active,
    evaluations: row.evaluations,
    active: row.active,
    waiting: row.waiting,
    backlog: row.backlog,
    usable: row.usable,
  }))
  const ready = pool.workers.filter((worker) => worker.ready)
  const slots = sum(ready.map((worker) => worker.slots))
  const reason = pool.workers.find((worker) => !worker.ready && worker.reason !== null)?.reason ?? null
  return { pool: pool.name, slots, workers: { known: pool.workers.length, ready: ready.length, reason }, teams }
}

type Load = Omit<TeamDemand, 'id' | 'team' | 'pool'> & { readonly id: TeamId | null; readonly team: string | null }

function together(loads: readonly TeamDemand[]): Load {
  const total = (of: (load: TeamDemand) => number) => sum(loads.map(of))
  return {
    id: null,
    team: null,
    weight: total(({ weight }) => weight),
    evaluations: total(({ evaluations }) => evaluations),
    waiting: total(({ waiting }) => waiting),
    active: total((load) => load.active),
    backlog: total(({ backlog }) => backlog),
    usable: total(({ usable }) => usable),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
