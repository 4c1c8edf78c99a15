import {
  heldWhileDrawn,
  type PoolQueue,
  type PoolView,
  type PoolVisibility,
  type QueuedEvaluation,
} from '@cges-fleet/core'
import { GetPoolQueue, SetQueueVisibility } from '@cges-fleet/core/contract'
import { type Db, type QueuedRow, selectPoolQueue, setQueueVisibility } from '@cges-fleet/db'
import { DATABASE } from '@cges-fleet/stores'
import { Controller, Inject } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Input, Serves } from '../http/serves.js'
import { findPool, unknownPool, WhyItWaits } from './shares.js'

/** The running evaluations in a pool, and what everyone may know of other teams'. */
@Controller()
export class QueueController {
  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly waits: WhyItWaits,
  ) {}

  @Serves(GetPoolQueue)
  async list(
    @Caller() caller: Caller,
    @Input() { path: { pool: name } }: Input<typeof GetPoolQueue>,
  ): Promise<PoolQueue> {
    const pool = await findPool(this.shared, name)
    // The team's own view: the database hides what the pool does not show.
    const { rows, total, startsPerSecond } = await selectPoolQueue(caller.db, name)
    const pace = isServed(pool) ? startsPerSecond : null
    const evaluations = rows.map(async (row): Promise<QueuedEvaluation> => ({
      ...row,
      startsInSeconds: startsIn(row, pace),
      waits: await this.#whyOf(caller, pool, row),
    }))
    return { pool: name, visibility: pool.queueVisibility, evaluations: await Promise.all(evaluations), total }
  }

  @Serves(SetQueueVisibility)
  async setVisibility(
    @Caller() caller: Caller,
    @Input() { path: { pool }, body: { visibility } }: Input<typeof SetQueueVisibility>,
  ): Promise<PoolVisibility> {
    const changed = await setQueueVisibility(caller.db, { pool, visibility }, caller)
    if (changed === null) throw unknownPool(pool)
    return { pool, visibility, changed }
  }

  async #whyOf({ db, team }: Caller, pool: PoolView, { own, active, priority }: QueuedRow) {
    if (!own) return null
    const evaluation = { status: 'running', reason: null, source: null, pool, priority } as const
    const waits = await this.waits.of(db, team, { evaluation, isDrawing: false })
    return active > 0 ? heldWhileDrawn(waits) : waits
  }
}

function isServed({ paused, workers }: PoolView): boolean {
  return paused === null && workers.some(({ ready }) => ready)
}

/** Estimates in how many seconds an evaluation's next sample starts: those ahead of it and itself, at a pool's pace. Pure. */
function startsIn({ ahead }: Pick<QueuedRow, 'ahead'>, startsPerSecond: number | null): number | null {
  return ahead === null || startsPerSecond === null ? null : (ahead + 1) / startsPerSecond
}
