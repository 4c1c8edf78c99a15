import { setTimeout as sleep } from 'node:timers/promises'
import { CALM, CONCURRENCY } from './chaos-run.js'
import { EventLog } from './event-log.js'
import { ChaosFleet, type ChaosFleetOptions } from './fleet/chaos-fleet.js'
import type { Role } from './fleet/member.js'
import { Judge } from './judge/judge.js'
import type { Violation } from './judge/violation.js'
import { FakeModel } from './model/fake-model.js'
import { Patience, WaitFailed } from './patience/patience.js'
import { Witness } from './patience/witness.js'
import { ChaosStores, type StoreSettings } from './stores/chaos-stores.js'
import { Workload } from './workload/workload.js'

export interface SmallFleetOptions
  extends Partial<Pick<ChaosFleetOptions, 'variables' | 'execArgv' | 'maxDeliveries'>>, StoreSettings {
  readonly backend: 'redis' | 'postgres'
  readonly workers?: number
  readonly coordinators?: number
  /** Sends the client elsewhere than to the fleet's own API. */
  readonly apiUrl?: (calm: string | null) => string | null
}

interface SmallParts {
  readonly stores: ChaosStores
  readonly model: FakeModel
  readonly fleet: ChaosFleet
  readonly witness: Witness
  readonly patience: Patience
}

const SEED = 5
const LEASE_MS = 1500
const BUSY = { latencyMs: [20, 300], redrawable: 0, unclear: 0 } as const

/** A fleet for tests of one fault: with its stores, its client and its judge, and the digests it has undisturbed. */
export class SmallFleet {
  readonly judge: Judge
  readonly workload: Workload
  readonly #digests: (string | null)[] = []

  private constructor(
    private readonly parts: SmallParts,
    options: SmallFleetOptions,
  ) {
    const { stores, fleet, patience } = parts
    this.judge = new Judge(stores.db)
    const apiUrl = () => (options.apiUrl ?? ((url) => url))(fleet.apiUrl)
    this.workload = new Workload({ seed: SEED, cancelled: 0, log: new EventLog(), patience, apiUrl })
  }

  get stores(): ChaosStores {
    return this.parts.stores
  }

  get patience(): Patience {
    return this.parts.patience
  }

  get model(): FakeModel {
    return this.parts.model
  }

  get fleet(): ChaosFleet {
    return this.parts.fleet
  }

  static async start(options: SmallFleetOptions): Promise<SmallFleet> {
    const witness = await Witness.start()
    const patience = new Patience(witness)
    const stores = await ChaosStores.start(options.backend, patience, options)
    const model = await FakeModel.start({ ...CALM, seed: SEED })
    const fleet = new ChaosFleet({
      workers: 2,
      coordinators: 1,
      maxDeliveries: 100,
      ...options,
      patience,
      databaseUrl: stores.databaseUrl,
      redisUrl: stores.redisUrl,
      modelUrl: model.url,
      leaseMs: LEASE_MS,
      concurrency: CONCURRENCY,
    })
    const small = new SmallFleet({ stores, model, fleet, witness, patience }, options)
    await fleet.started()
    await small.workload.importBenchmark()
    await Promise.all(small.workload.shapes.map((_, shape) => small.workload.submit(shape)))
    await small.ended()
    for (const { id, shape } of small.workload.submitted)
      small.#digests[shape] = (await small.judge.statusOf(id)).digest
    model.plan = { seed: SEED, ...BUSY }
    return small
  }

  settingsOf(role: Role): Record<string, string> {
    return this.fleet.settingsOf(role)
  }

  /** Has evaluations running until told to stop, and waits for the last to end. */
  async keepBusy(until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      const running = await this.judge.running().catch(() => null)
      if (running !== null && running.length < 2) await this.workload.submit()
      await sleep(50)
    }
    await this.ended()
  }

  /** Waits until no evaluation runs; what still does is the judge's to tell. */
  async ended(withinMs = 120_000): Promise<void> {
    const isOver = async () => (await this.judge.running().catch(() => null))?.length === 0
    try {
      await this.patience.until(isOver, { withinMs, everyMs: 25, why: () => 'evaluations did not end' })
    } catch (error) {
      if (!(error instanceof WaitFailed)) throw error
    }
  }

  /** Every promise that any of its evaluations broke; one that still runs broke one. */
  async judged(): Promise<Violation[]> {
    const violations: Violation[] = []
    for (const submitted of this.workload.submitted) {
      violations.push(...(await this.judge.check(submitted, this.#digests[submitted.shape] ?? null)))
    }
    violations.push(...(await this.judge.checkCalls(this.model.calls)))
    violations.push(...(await this.judge.checkLeases(LEASE_MS)))
    return violations
  }

  async stop(): Promise<void> {
    await this.fleet.stop()
    await this.model.stop()
    await this.stores.stop()
    await this.parts.witness.stop()
  }
}
