import type { PoolList, PoolShares, QueueDepth } from '@cges-fleet/core'
import { ListPools, ReadPoolShares, ReadQueueDepth } from '@cges-fleet/core/contract'
import { listPools, readOwnRoom, readPoolBacklog, readPoolLoad } from '@cges-fleet/db'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { Asked } from '../routes/asked.js'
import { Serves } from '../routes/serves.js'
import { poolShares } from './pool-shares.js'

@Controller()
export class PoolsController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Serves(ListPools)
  async list(): Promise<PoolList> {
    return { pools: await listPools(this.parts.shared) }
  }

  @Serves(ReadPoolShares)
  async shares(
    @Caller() { db, team, scopes }: Caller,
    @Asked() { path: { pool: name } }: Asked<typeof ReadPoolShares>,
  ): Promise<PoolShares> {
    const pool = (await listPools(this.parts.shared)).find((one) => one.name === name)
    if (pool === undefined) throw unknown(name)
    const apart = scopes.includes('pools:operate')
    const shares = poolShares(pool, await readPoolLoad(this.parts.shared, name), { team, apart })
    return { ...shares, own: await readOwnRoom(db, team, name) }
  }

  /** The number an autoscaler reads. A queue that cannot be read is an error, never 0: 0 would end every worker. */
  @Serves(ReadQueueDepth)
  async depth(@Asked() { path: { pool } }: Asked<typeof ReadQueueDepth>): Promise<QueueDepth> {
    const rows = await readPoolBacklog(this.parts.shared, pool)
    if (rows === null) throw unknown(pool)
    const paused = await this.parts.samples.isPaused(pool).catch((error: Error) => {
      throw new Refusal('unavailable', `The queue of pool "${pool}" cannot be read: ${error.message}`)
    })
    return { ...rows, paused, depth: paused ? 0 : rows.waiting + rows.active + rows.backlog }
  }
}

function unknown(pool: string): Refusal {
  return new Refusal('not_found', `There is no pool "${pool}".`)
}
