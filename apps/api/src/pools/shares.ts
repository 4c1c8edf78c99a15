import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AroundPool,
  crewOf,
  type EvaluationSummary,
  type EvaluationView,
  waitsOfStatus,
  type PoolShare,
  type PoolShares,
  type PoolView,
  poolWaits,
  type Reservation,
  type Waits,
} from '@cges-fleet/core'
import {
  type Db,
  listPools,
  type PauseReader,
  type PoolViewer,
  selectDemand,
  selectTeamAllowance,
  selectSweptAgo,
  selectReservations,
  shownReservation,
  type SharedDemand,
  type TeamId,
} from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'
import type { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { ComingShares } from './coming-shares.js'

/** Who reads of a pool's teams: those who run pools see them apart, and so does everyone if the pool shows them. */
export function viewerOf(
  { team, scopes }: Pick<Caller, 'team' | 'scopes'>,
  { queueVisibility }: Pick<PoolView, 'queueVisibility'>,
): PoolViewer {
  return { team, apart: scopes.includes('pools:operate') || queueVisibility !== 'counts' }
}

/** Who reads of a pool: those who run pools may know more. */
export function readerOf({ team, scopes }: Pick<Caller, 'team' | 'scopes'>): PauseReader {
  return { team, operates: scopes.includes('pools:operate') }
}

export function unknownPool(pool: string): Refusal {
  return new Refusal('not_found', `There is no pool "${pool}". cges pool list shows the pools.`)
}

/** Loads a pool; refuses if there is none. Without a reader, who paused it stays unnamed. */
export async function findPool(db: Db, name: string, reader: PauseReader | null = null): Promise<PoolView> {
  const pool = (await listPools(db, reader)).find((one) => one.name === name)
  if (pool === undefined) throw unknownPool(name)
  return pool
}

type SharesOfTeams = Omit<PoolShares, 'own' | 'reservations'>

/** Compares what each team has running in a pool with its weighted share. Pure. */
export function poolShares(pool: PoolView, loads: readonly SharedDemand[], viewer: PoolViewer): SharesOfTeams {
  const ofViewer = loads.filter(({ id }) => id === viewer.team)
  const others = loads.filter(({ id }) => id !== viewer.team)
  const rows = [...ofViewer, ...(viewer.apart || others.length === 0 ? others : [together(others)])]
  const turns = sum(loads.map((load) => load.turns))
  const active = sum(loads.map((load) => load.active))
  const teams = rows.map((row): PoolShare => ({
    team: row.team,
    own: row.id === viewer.team,
    weight: row.weight,
    entitlement: row.turns / turns,
    reserved: row.reserved,
    share: active === 0 ? null : row.active / active,
    evaluations: row.evaluations,
    active: row.active,
    waiting: row.waiting,
    backlog: row.backlog,
    usable: row.usable,
  }))
  const slots = sum(pool.workers.filter((worker) => worker.ready).map((worker) => worker.slots))
  return { pool: pool.name, slots, workers: crewOf(pool.workers), paused: pool.paused, teams }
}

type Load = Omit<SharedDemand, 'id' | 'team' | 'pool'> & { readonly id: TeamId | null; readonly team: string | null }

function together(loads: readonly SharedDemand[]): Load {
  const total = (of: (load: SharedDemand) => number) => sum(loads.map(of))
  return {
    id: null,
    team: null,
    weight: total(({ weight }) => weight),
    turns: total(({ turns }) => turns),
    reserved: total(({ reserved }) => reserved),
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

/** Lists a pool's reservations as a reader may know them. */
export async function shownReservations(db: Db, pool: string, viewer: PoolViewer): Promise<Reservation[]> {
  return (await selectReservations(db, pool)).map((one) => shownReservation(one, viewer))
}

/** How long a pool's answer to one team is kept: many pages of its evaluations may wait at once. */
const KEPT_MS = 1000

/** A page waits no longer for a queue to answer. */
const ANSWERS_WITHIN_MS = 300

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
    private readonly coming: ComingShares,
  ) {}

  /** Adds to a view what its pool does to it: why it is not moving, and what reservations make of its time left. */
  async added(db: Db, team: TeamId, view: EvaluationView): Promise<EvaluationView> {
    const waits = await this.of(db, team, { evaluation: view, isDrawing: view.samples.inFlight > 0 })
    return { ...view, waits, eta: await this.timeLeft(team, view) }
  }

  /** Returns the time that an evaluation has left as coming reservations make it. */
  timeLeft(team: TeamId, { pool, eta }: Pick<EvaluationView, 'pool' | 'eta'>): Promise<EvaluationView['eta']> {
    return this.coming.timeLeft(team, pool.name, eta)
  }

  /** Returns why an evaluation is not moving; null while samples of it are in flight, and once it has ended. */
  async of(
    db: Db,
    team: TeamId,
    {
      evaluation,
      isDrawing,
    }: {
      readonly evaluation: Pick<EvaluationSummary, 'status' | 'reason' | 'source' | 'pool' | 'priority'>
      readonly isDrawing: boolean
    },
  ): Promise<Waits | null> {
    const waits = waitsOfStatus(evaluation)
    if (waits !== null || evaluation.status !== 'running' || isDrawing) return waits
    const state = await this.#state(db, team, evaluation.pool.name)
    return state === null ? null : poolWaits(state.shares, state.around, evaluation.priority)
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
    const pools = await listPools(this.shared, { team, operates: false })
    const pool = pools.find((one) => one.name === name)
    if (pool === undefined) return null
    const demand = await selectDemand(this.shared, name)
    const own = await selectTeamAllowance(db, team, name)
    const viewer = { team, apart: false }
    const reservations = await shownReservations(this.shared, name, viewer)
    const around = { queueAnswers: await this.#answers(name), sweptSecondsAgo: await selectSweptAgo(this.shared) }
    return { shares: { ...poolShares(pool, demand, viewer), reservations, own }, around }
  }

  #answers(pool: string): Promise<boolean> {
    const answer = this.calls.isPaused(pool).then(
      () => true,
      () => false,
    )
    return Promise.race([answer, sleep(ANSWERS_WITHIN_MS, false, { ref: false })])
  }
}
