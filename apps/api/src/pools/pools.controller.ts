import type { PoolHistory, PoolList, PoolPrice, PoolShares, PoolView, PoolWindow, QueueDepth } from '@cges-fleet/core'
import {
  ExportPoolHistory,
  GetPoolHistory,
  GetPoolShares,
  GetQueueDepth,
  ListPools,
  PricePool,
} from '@cges-fleet/core/contract'
import {
  type Db,
  isPoolWanted,
  listPools,
  pricePool,
  selectDemand,
  selectTeamAllowance,
  type TeamDemand,
} from '@cges-fleet/db'
import { CallQueues } from '@cges-fleet/queue'
import { DATABASE, QueueTroubles } from '@cges-fleet/stores'
import { Controller, Inject, Module, Res } from '@nestjs/common'
import { Caller } from '../access/caller.js'
import { Refusal } from '../http/refusal.js'
import type { HttpResponse } from '../http/request.js'
import { Input, Serves } from '../http/serves.js'
import { historyFile, loadHistory } from './history.js'
import { poolShares, WhyItWaits } from './shares.js'

const USUAL: PoolWindow = '1h'

@Controller()
export class PoolsController {
  constructor(
    @Inject(DATABASE) private readonly shared: Db,
    private readonly samples: CallQueues,
    private readonly troubles: QueueTroubles,
  ) {}

  @Serves(ListPools)
  async list(): Promise<PoolList> {
    return { pools: await listPools(this.shared), queue: { troubles: [...(await this.troubles.latest())] } }
  }

  @Serves(PricePool)
  async price(@Input() { path: { pool }, body: price }: Input<typeof PricePool>): Promise<PoolPrice> {
    const currency = await pricePool(this.shared, pool, price)
    if (currency === null) throw new Refusal('not_found', `There is no pool ${JSON.stringify(pool)}.`)
    if (currency !== price.currency) {
      throw new Refusal('conflict', `The use of pool ${pool} is booked in ${currency}: give its price in ${currency}.`)
    }
    return price
  }

  @Serves(GetPoolShares)
  async shares(
    @Caller() { db, team, scopes }: Caller,
    @Input() { path: { pool: name } }: Input<typeof GetPoolShares>,
  ): Promise<PoolShares> {
    const pool = await this.#pool(name)
    const apart = scopes.includes('pools:operate')
    const shares = poolShares(pool, await selectDemand(this.shared, name), { team, apart })
    return { ...shares, own: await selectTeamAllowance(db, team, name) }
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

  async #pool(wanted: string): Promise<PoolView> {
    const pool = (await listPools(this.shared)).find(({ name }) => name === wanted)
    if (pool === undefined) throw unknown(wanted)
    return pool
  }

  async #history({ db, team, scopes }: Caller, pool: string, window: PoolWindow): Promise<PoolHistory> {
    const { provenance } = await this.#pool(pool)
    const viewer = { team, apart: scopes.includes('pools:operate') }
    return { provenance, ...(await loadHistory(this.shared, db, { pool, window, viewer })) }
  }

  /**
   * The number an autoscaler scales by: workers for calls that no limit allows to be drawn would sit idle. An
   * unreadable queue is an error, never 0: 0 would end every worker.
   */
  @Serves(GetQueueDepth)
  async depth(@Input() { path: { pool } }: Input<typeof GetQueueDepth>): Promise<QueueDepth> {
    await this.#pool(pool)
    const teams = await selectDemand(this.shared, pool)
    const paused = await this.samples.isPaused(pool).catch((error: Error) => {
      throw new Refusal('unavailable', `The queue of pool "${pool}" cannot be read: ${error.message}`)
    })
    const total = (of: (team: TeamDemand) => number) => teams.reduce((sum, team) => sum + of(team), 0)
    const waiting = total((team) => team.waiting)
    const active = total((team) => team.active)
    const backlog = total((team) => team.backlog)
    // The gateway refuses requests where there is no worker: none of them waits.
    const wanted = (await isPoolWanted(this.shared, pool)) ? 1 : 0
    const depth = paused
      ? 0
      : Math.max(
          total((team) => team.usable),
          wanted,
        )
    return { depth, demand: waiting + active + backlog, waiting, active, backlog, paused }
  }
}

function unknown(pool: string): Refusal {
  return new Refusal('not_found', `There is no pool "${pool}".`)
}

/** Pools with their workers, and who uses them. */
@Module({ controllers: [PoolsController], providers: [WhyItWaits], exports: [WhyItWaits] })
export class PoolsModule {}
