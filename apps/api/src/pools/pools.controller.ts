import type {
  PoolHistory,
  PoolList,
  PoolPaused,
  PoolPrice,
  PoolShares,
  PoolView,
  PoolWindow,
  QueueDepth,
} from '@cges-fleet/core'
import {
  ExportPoolHistory,
  GetPoolHistory,
  GetPoolShares,
  GetQueueDepth,
  ListPools,
  PausePool,
  PricePool,
  ResumePool,
} from '@cges-fleet/core/contract'
import {
  type Db,
  isPoolWanted,
  listPools,
  pausePool,
  pricePool,
  resumePool,
  selectDemand,
  selectTeamAllowance,
  type SharedDemand,
} from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE, QueueTroubles } from '@cges-fleet/stores'
import { Controller, Inject, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { SharedReads } from '../http/shared-reads.js'
import { historyFile, loadHistory } from './history.js'
import { ComingShares } from './coming-shares.js'
import { PromiseController } from './promise.controller.js'
import { QueueController } from './queue.controller.js'
import { findPool, poolShares, readerOf, shownReservations, unknownPool, viewerOf, WhyItWaits } from './shares.js'
import { ReservationsController } from './reservations.controller.js'
import { StatusController } from './status.controller.js'

const USUAL: PoolWindow = '1h'

@Controller()
export class PoolsController {
  readonly #lists = new SharedReads<PoolView[]>()

  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly samples: CallQueues,
    private readonly troubles: QueueTroubles,
  ) {}

  @Serves(ListPools)
  async list(@Caller() caller: Caller): Promise<PoolList> {
    const reader = readerOf(caller)
    const pools = await this.#lists.read(JSON.stringify(reader), () => listPools(this.shared, reader))
    return { pools, queue: { troubles: [...(await this.troubles.latest())] } }
  }

  @Serves(PausePool)
  async pause(
    @Caller() caller: Caller,
    @Input() { path: { pool }, body: { reason } }: Input<typeof PausePool>,
  ): Promise<PoolPaused> {
    const changed = await pausePool(caller.db, pool, { ...caller, reason })
    return this.#changed(caller, pool, changed)
  }

  @Serves(ResumePool)
  async resume(@Caller() caller: Caller, @Input() { path: { pool } }: Input<typeof ResumePool>): Promise<PoolPaused> {
    return this.#changed(caller, pool, await resumePool(caller.db, pool, caller))
  }

  @Serves(PricePool)
  async price(@Input() { path: { pool }, body: price }: Input<typeof PricePool>): Promise<PoolPrice> {
    const currency = await pricePool(this.shared, pool, price)
    if (currency === null) throw unknownPool(pool)
    if (currency !== price.currency) {
      throw new Refusal('conflict', `The use of pool ${pool} is booked in ${currency}: give its price in ${currency}.`)
    }
    return price
  }

  @Serves(GetPoolShares)
  async shares(
    @Caller() caller: Caller,
    @Input() { path: { pool: name } }: Input<typeof GetPoolShares>,
  ): Promise<PoolShares> {
    const pool = await findPool(this.shared, name, readerOf(caller))
    const viewer = viewerOf(caller, pool)
    const shares = poolShares(pool, await selectDemand(this.shared, name), viewer)
    const reservations = await shownReservations(this.shared, name, viewer)
    return { ...shares, reservations, own: await selectTeamAllowance(caller.db, caller.team, name) }
  }

  @Serves(GetPoolHistory)
  history(
    @Caller() caller: Caller,
    @Input() { path: { pool }, query: { window = USUAL } }: Input<typeof GetPoolHistory>,
  ): Promise<PoolHistory> {
    return this.#history(caller, pool, window)
  }

  @Serves(ExportPoolHistory)
  async export(
    @Caller() caller: Caller,
    @Input() { path: { pool, file }, query: { window = USUAL } }: Input<typeof ExportPoolHistory>,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const text = historyFile(file, await this.#history(caller, pool, window))
    const type = file === 'history.csv' ? 'text/csv; charset=utf-8; header=present' : 'application/json'
    const name = `${pool}-${window}-${file}`
    response.writeHead(200, { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` })
    response.end(text)
  }

  async #changed(caller: Caller, pool: string, changed: boolean | null): Promise<PoolPaused> {
    if (changed === null) throw unknownPool(pool)
    const { paused } = await findPool(this.shared, pool, readerOf(caller))
    return { pool, paused, changed }
  }

  async #history(caller: Caller, name: string, window: PoolWindow): Promise<PoolHistory> {
    const pool = await findPool(this.shared, name)
    const viewer = viewerOf(caller, pool)
    const history = await loadHistory(this.shared, caller.db, { pool: name, window, viewer })
    return { provenance: pool.provenance, ...history }
  }

  /**
   * The number an autoscaler scales by: workers for calls that no limit allows to be drawn would sit idle. An
   * unreadable queue is an error, never 0: 0 would end every worker. A paused pool needs those that still draw.
   */
  @Serves(GetQueueDepth)
  async depth(@Input() { path: { pool } }: Input<typeof GetQueueDepth>): Promise<QueueDepth> {
    const paused = (await findPool(this.shared, pool)).paused !== null
    const teams = await selectDemand(this.shared, pool)
    await this.samples.isPaused(pool).catch((error: Error) => {
      throw new Refusal('unavailable', `The queue of pool "${pool}" cannot be read: ${error.message}`)
    })
    const total = (of: (team: SharedDemand) => number) => teams.reduce((sum, team) => sum + of(team), 0)
    const waiting = total((team) => team.waiting)
    const active = total((team) => team.active)
    const backlog = total((team) => team.backlog)
    // The gateway refuses requests where there is no worker: none of them waits.
    const wanted = (await isPoolWanted(this.shared, pool)) ? 1 : 0
    const usable = total((team) => team.usable)
    const depth = paused ? active : Math.max(usable, wanted)
    return { depth, demand: waiting + active + backlog, waiting, active, backlog, paused }
  }
}

/** Pools with their workers, and who uses them. */
@Module({
  controllers: [PoolsController, PromiseController, QueueController, ReservationsController, StatusController],
  providers: [WhyItWaits, ComingShares],
  exports: [WhyItWaits],
})
export class PoolsModule {}
