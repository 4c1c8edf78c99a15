import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AroundPool,
  type EvaluationSummary,
  type EvaluationView,
  waitsOfStatus,
  type PoolShare,
  type PoolShares,
  type PoolView,
  poolWaits,
  type Waits,
} from '@cges-fleet/core'
import {
  type Db,
  listPools,
  selectDemand,
  selectTeamAllowance,
  selectSweptAgo,
  type TeamDemand,
  type TeamId,
} from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'

export interface Viewer {
  readonly team: TeamId
  /** Administrators of pools see teams apart; others see their own and the rest as one sum. */
  readonly apart: boolean
}

/** Compares what each team has running in a pool with its weighted share. Pure. */
export function poolShares(pool: PoolView, loads: readonly TeamDemand[], viewer: Viewer): Omit<PoolShares, 'own'> {
  const ofViewer = loads.filter(({ id }) => id === viewer.team)
  const others = loads.filter(({ id }) => id !== viewer.team)
  const rows = [...ofViewer, ...(viewer.apart || others.length === 0 ? others : [together(others)])]
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

/** How long a pool's answer to one team is kept: many pages of its evaluations may wait at once. */
const KEPT_MS = 1000

/** A page waits no longer for a queue to say whether it is paused. */
const PAUSED_WITHIN_MS = 300

interface PoolState {
  readonly shares: PoolShares
  readonly around: AroundPool
}

interface Kept {
  readonly until: number
  readonly state: Promise<PoolState | null>
}

/** Says of evaluations that are not moving what they wait for: of themselves, or in their pool. */
@Injectable()
export class WhyItWaits {
  readonly #kept = new Map<string, Kept>()

  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly calls: CallQueues,
  ) {}

  /** Adds to a view why it is not moving, where that is not known of itself. */
  async added(db: Db, team: TeamId, view: EvaluationView): Promise<EvaluationView> {
    return { ...view, waits: await this.of(db, team, { evaluation: view, isDrawing: view.samples.inFlight > 0 }) }
  }

  /** Returns why an evaluation is not moving; null while samples of it are in flight, and once it has ended. */
  async of(
    db: Db,
    team: TeamId,
    {
      evaluation,
      isDrawing,
    }: {
      readonly evaluation: Pick<EvaluationSummary, 'status' | 'reason' | 'source' | 'pool'>
      readonly isDrawing: boolean
    },
  ): Promise<Waits | null> {
    const waits = waitsOfStatus(evaluation)
    if (waits !== null || evaluation.status !== 'running' || isDrawing) return waits
    const state = await this.#state(db, team, evaluation.pool.name)
    return state === null ? null : poolWaits(state.shares, state.around)
  }

  #state(db: Db, team: TeamId, pool: string): Promise<PoolState | null> {
    const now = performance.now()
    for (const [key, { until }] of this.#kept) if (until < now) this.#kept.delete(key)
    const key = `${team}/${pool}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known.state
    const state = this.#select(db, team, pool)
    this.#kept.set(key, { until: now + KEPT_MS, state })
    return state
  }

  async #select(db: Db, team: TeamId, name: string): Promise<PoolState | null> {
    const pool = (await listPools(this.shared)).find((one) => one.name === name)
    if (pool === undefined) return null
    const demand = await selectDemand(this.shared, name)
    const allowance = await selectTeamAllowance(db, team, name)
    const around = { paused: await this.#paused(name), sweptSecondsAgo: await selectSweptAgo(this.shared) }
    return { shares: { ...poolShares(pool, demand, { team, apart: false }), own: allowance }, around }
  }

  #paused(pool: string): Promise<boolean | null> {
    const answer = this.calls.isPaused(pool).catch(() => null)
    return Promise.race([answer, sleep(PAUSED_WITHIN_MS, null, { ref: false })])
  }
}
