import { PoolName, type PoolShares, type PoolView, type QueueDepth } from '@cges-fleet/core'
import { listPools, readOwnRoom, readPoolBacklog, readPoolLoad } from '@cges-fleet/db'
import { Controller, Get, Inject, Param } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import { API_PARTS, type ApiParts } from '../parts.js'
import { poolShares } from './pool-shares.js'

@Controller('v1/pools')
export class PoolsController {
  constructor(@Inject(API_PARTS) private readonly parts: ApiParts) {}

  @Get()
  async list(): Promise<{ pools: PoolView[] }> {
    return { pools: await listPools(this.parts.shared) }
  }

  @Get(':pool/shares')
  async shares(
    @Caller() { db, team, scopes }: Caller,
    @Param('pool', { schema: PoolName }) name: string,
  ): Promise<PoolShares> {
    const pool = (await listPools(this.parts.shared)).find((one) => one.name === name)
    if (pool === undefined) throw unknown(name)
    const apart = scopes.includes('pools:operate')
    const shares = poolShares(pool, await readPoolLoad(this.parts.shared, name), { team, apart })
    return { ...shares, own: await readOwnRoom(db, team, name) }
  }

  /** The number an autoscaler reads. A queue that cannot be read is an error, never 0: 0 would end every worker. */
  @Get(':pool/queue-depth')
  async depth(@Param('pool', { schema: PoolName }) pool: string): Promise<QueueDepth> {
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
