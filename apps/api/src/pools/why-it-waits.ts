import { type EvaluationView, type PoolShares, poolWaits } from '@cges-fleet/core'
import { type Db, listPools, selectDemand, selectOwnRoom, type TeamId } from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE } from '@cges-fleet/stores'
import { Inject, Injectable } from '@nestjs/common'
import { poolShares } from './pool-shares.js'

/** How long a pool's answer to one team is kept: many pages of its evaluations may wait at once. */
const KEPT_MS = 1000

interface Kept {
  readonly until: number
  readonly shares: Promise<PoolShares | null>
}

/** Says of running evaluations that are not moving what they wait for in their pool. */
@Injectable()
export class WhyItWaits {
  readonly #kept = new Map<string, Kept>()

  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly calls: CallQueues,
  ) {}

  /** Adds to a view why it is not moving, where that is not known of itself. */
  async added(db: Db, team: TeamId, view: EvaluationView): Promise<EvaluationView> {
    if (view.waits !== null || view.status !== 'running' || view.samples.inFlight > 0) return view
    const pool = view.pool.name
    const shares = await this.#shares(db, team, pool)
    if (shares === null) return view
    const paused = await this.calls.isPaused(pool).catch(() => null)
    return { ...view, waits: poolWaits(shares, { paused }) }
  }

  #shares(db: Db, team: TeamId, pool: string): Promise<PoolShares | null> {
    const now = performance.now()
    for (const [key, { until }] of this.#kept) if (until < now) this.#kept.delete(key)
    const key = `${team}/${pool}`
    const known = this.#kept.get(key)
    if (known !== undefined) return known.shares
    const shares = this.#select(db, team, pool)
    this.#kept.set(key, { until: now + KEPT_MS, shares })
    return shares
  }

  async #select(db: Db, team: TeamId, name: string): Promise<PoolShares | null> {
    const pool = (await listPools(this.shared)).find((one) => one.name === name)
    if (pool === undefined) return null
    const demand = await selectDemand(this.shared, name)
    return { ...poolShares(pool, demand, { team, apart: false }), own: await selectOwnRoom(db, team, name) }
  }
}
