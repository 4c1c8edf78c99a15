import type { PoolPromise } from '@cges-fleet/core'
import { PromisePool } from '@cges-fleet/core/contract'
import { type Db, promisePool } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Controller, Inject } from '@nestjs/common'
import { Refusal } from '../http/refusal.js'
import { Input, Serves } from '../http/serves.js'
import { findPool } from './shares.js'

/** What a pool serves, for operators to set. */
@Controller()
export class PromiseController {
  constructor(@Inject(DATABASE) private readonly shared: Db) {}

  @Serves(PromisePool)
  async promise(@Input() { path: { pool }, body }: Input<typeof PromisePool>): Promise<PoolPromise> {
    const refused = await promisePool(this.shared, pool, body)
    if (refused !== null) throw new Refusal('conflict', `${refused.charAt(0).toUpperCase()}${refused.slice(1)}.`)
    const { model, revision, rewardModel, stepScorer, maxModelLen } = await findPool(this.shared, pool)
    return { pool, model, revision, rewardModel, stepScorer, maxModelLen }
  }
}
