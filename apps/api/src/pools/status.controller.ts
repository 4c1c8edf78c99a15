import { setTimeout as sleep } from 'node:timers/promises'
import { crewOf, type FleetStatus, fleetTroubles, type PoolView, RELEASE } from '@cges-fleet/core'
import { GetFleetStatus } from '@cges-fleet/core/contract'
import {
  countWaitingDeliveries,
  type Db,
  listPools,
  selectDemand,
  selectOldestWaiting,
  selectSweptAgo,
  type SharedDemand,
} from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE, QueueTroubles } from '@cges-fleet/stores'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Serves } from '../http/serves.js'

/** A page waits no longer for a queue to answer. */
const ANSWERS_WITHIN_MS = 1000

/** Whether the fleet is up: sums over all teams, and names of none. */
@Controller()
export class StatusController {
  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly calls: CallQueues,
    private readonly troubles: QueueTroubles,
  ) {}

  @Serves(GetFleetStatus)
  async status(@Caller() { db, team }: Caller): Promise<FleetStatus> {
    const database = { ms: await took(this.shared.query('SELECT 1')) }
    const pools = (await listPools(this.shared)).filter(({ provenance }) => provenance !== 'imported')
    const [first] = pools
    const demand = await selectDemand(this.shared)
    const oldest = new Map((await selectOldestWaiting(this.shared)).map(({ pool, seconds }) => [pool, seconds]))
    const status = {
      at: new Date().toISOString(),
      release: RELEASE,
      database,
      queue: { ms: first === undefined ? null : await this.#queueMs(first.name) },
      coordinator: { sweptSecondsAgo: await selectSweptAgo(this.shared) },
      pools: pools.map((pool) => poolStatus(pool, demand, oldest.get(pool.name) ?? null)),
      webhooks: await countWaitingDeliveries(db, team),
    }
    const queue = (await this.troubles.latest()).map(({ why }) => why)
    return { ...status, troubles: fleetTroubles(status, queue) }
  }

  #queueMs(pool: string): Promise<number | null> {
    const answer = took(this.calls.isPaused(pool)).catch(() => null)
    return Promise.race([answer, sleep(ANSWERS_WITHIN_MS, null, { ref: false })])
  }
}

async function took(work: Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work
  return Math.round((performance.now() - start) * 10) / 10
}

function poolStatus(pool: PoolView, demand: readonly SharedDemand[], oldestSeconds: number | null) {
  const here = demand.filter((load) => load.pool === pool.name)
  const waiting = here.reduce((sum, load) => sum + load.waiting, 0)
  return {
    name: pool.name,
    paused: pool.paused !== null,
    workers: crewOf(pool.workers),
    active: here.reduce((sum, load) => sum + load.active, 0),
    waiting,
    oldestSeconds: waiting === 0 ? null : oldestSeconds,
  }
}
