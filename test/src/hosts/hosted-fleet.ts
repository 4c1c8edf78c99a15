import { setTimeout as sleep } from 'node:timers/promises'
import { type DataSource, openDatabase } from '@cges-fleet/db'
import { Judge } from '../chaos/judge/judge.js'
import type { Violation } from '../chaos/judge/violation.js'
import { FaultProxy } from '../chaos/stores/fault-proxy.js'
import type { App, RunningApp } from '../fleet/spawn-app.js'
import { type Place, TestFleet } from '../fleet/test-fleet.js'
import { type HostedStores, startHostedStores } from './hosted-stores.js'
import { TestNetwork } from './test-network.js'

const HOSTS = ['stores', 'coordinator', 'worker-1', 'worker-2'] as const
type Host = (typeof HOSTS)[number]
/** What the network is slow to, where the kernel can hold frames back. */
const FAR = ['coordinator', 'worker-2'] as const satisfies readonly Host[]

const LEASE_MS = 1500
const CONCURRENCY = 6
/** So many evaluations at once keep both workers busy. */
const AT_ONCE = 2

interface Parts {
  readonly network: TestNetwork
  readonly stores: HostedStores
  readonly far: readonly FaultProxy[]
  readonly fleet: TestFleet
  readonly db: DataSource
}

/**
 * A fleet over four hosts: API and stores, coordinator, and two workers each beside its model server. The second worker
 * is further away: it reaches the stores through relays that can hold back all they carry.
 */
export class HostedFleet {
  readonly #judge: Judge
  readonly #workerIds: string[] = []

  private constructor(private readonly parts: Parts) {
    this.#judge = new Judge(parts.db)
  }

  static async start(spec: Parameters<TestFleet['submit']>[0]): Promise<HostedFleet> {
    const network = TestNetwork.make(HOSTS)
    let stores: HostedStores | undefined
    try {
      stores = await startHostedStores(network, 'stores')
      return await HostedFleet.#startOn(network, stores, spec)
    } catch (error) {
      await stores?.stop()
      network.remove()
      throw error
    }
  }

  static async #startOn(
    network: TestNetwork,
    stores: HostedStores,
    spec: Parameters<TestFleet['submit']>[0],
  ): Promise<HostedFleet> {
    const at = { host: network.addressOf(stores.host) }
    const ports = Object.values(stores.ports).filter((port) => port !== null)
    const far = await Promise.all(ports.map((port) => FaultProxy.start({ ...at, port }, network.hostAddress)))
    const db = await openDatabase({ url: stores.socketUrl, application: 'judge', connections: 2 })
    const fleet = await TestFleet.start({
      redis: null,
      workers: 2,
      concurrency: CONCURRENCY,
      timeScale: 0.1,
      leaseMs: LEASE_MS,
      database: { url: stores.socketUrl, drop: async () => undefined },
      placeOf: (app, nth) => placeOf({ network, stores, far }, app, nth),
    })
    const hosted = new HostedFleet({ network, stores, far, fleet, db })
    hosted.#workerIds.push(...fleet.workers.map(idOf))
    await fleet.ended((await fleet.submit(spec)).id)
    return hosted
  }

  get network(): TestNetwork {
    return this.parts.network
  }

  /**
   * Holds back what coordinator and second worker are sent by this much, give or take a quarter. Where the kernel cannot,
   * the relays do between the second worker and the stores. Says which.
   */
  delayFar(ms: number): string {
    const { network, far } = this.parts
    if (FAR.every((host) => network.delay(host, ms, ms / 4))) return `netem holds ${FAR.join(' and ')} back by ${ms} ms`
    for (const relay of far) relay.delay(ms)
    return `this kernel has no netem: relays hold the second worker back by ${ms} ms`
  }

  /** Has evaluations running until told to stop, and waits for the last to end. */
  async keepBusy(spec: Parameters<TestFleet['submit']>[0], until: AbortSignal, withinMs: number): Promise<void> {
    const { fleet } = this.parts
    while (!until.aborted) {
      // What is submitted while the API cannot be reached may or may not have arrived.
      if ((await this.#judge.running()).length < AT_ONCE) await fleet.submit(spec).catch(() => undefined)
      await sleep(100)
    }
    const end = performance.now() + withinMs
    while ((await this.#judge.running()).length > 0 && performance.now() < end) await sleep(100)
  }

  /** How many attempts of one worker, or of all, have landed. */
  async landed(worker?: 1 | 2): Promise<number> {
    const id = worker === undefined ? null : this.#workerIds[worker - 1]
    return this.#count(
      `SELECT count(*)::int AS n FROM call_ledger WHERE state = 'settled' AND ($1::uuid IS NULL OR worker_id = $1)`,
      [id],
    )
  }

  decided(): Promise<number> {
    return this.#count('SELECT count(*)::int AS n FROM verdict', [])
  }

  /** What the ledger has of every kind of end. */
  async ledger(): Promise<Record<string, number>> {
    const rows = await this.parts.db.query<{ state: string; n: number }[]>(
      'SELECT state, count(*)::int AS n FROM call_ledger GROUP BY 1 ORDER BY 1',
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }

  /** How many answers the model servers have written to their end. */
  async served(): Promise<number> {
    const texts = await Promise.all(
      this.parts.fleet.simulators.map(async ({ listening }) => (await fetch(`${listening}/metrics`)).text()),
    )
    const counts = texts.flatMap((text) => [...text.matchAll(/^vllm:request_success_total\{.*\} (\S+)$/gm)])
    return counts.reduce((sum, [, n]) => sum + Number(n), 0)
  }

  /** Every evaluation's digest, and every promise that any of them broke. */
  async judged(): Promise<{ digests: (string | null)[]; violations: Violation[] }> {
    const rows = await this.parts.db.query<{ id: string; digest: string | null }[]>('SELECT id, digest FROM evaluation')
    const violations: Violation[] = []
    for (const { id } of rows) {
      const submitted = { id, key: id, shape: 0, cancelled: false, cancelledAt: null }
      violations.push(...(await this.#judge.check(submitted, null)))
    }
    violations.push(...(await this.#judge.checkLeases(LEASE_MS)))
    return { digests: rows.map(({ digest }) => digest), violations }
  }

  exits(): string[] {
    return this.parts.fleet.exits()
  }

  async stop(): Promise<void> {
    const { network, stores, far, fleet, db } = this.parts
    await fleet.stop()
    await Promise.all(far.map((relay) => relay.close()))
    await db.destroy()
    await stores.stop()
    network.remove()
  }

  async #count(statement: string, values: unknown[]): Promise<number> {
    const [row] = await this.parts.db.query<{ n: number }[]>(statement, values)
    return row?.n ?? 0
  }
}

function placeOf({ network, stores, far }: Pick<Parts, 'network' | 'stores' | 'far'>, app: App, nth: number): Place {
  const host = hostOf(app, nth)
  const address = network.addressOf(host)
  const near = [stores.ports.postgres, stores.ports.redis].map((port) => `${network.addressOf(stores.host)}:${port}`)
  const relayed = far.map(({ port }) => `${network.hostAddress}:${port}`)
  const [postgres, redis] = app === 'worker' && nth === 1 ? relayed : near
  return {
    through: network.on(host),
    variables: {
      HOST: address,
      DATABASE_URL: `postgresql://postgres@${postgres}/cges`,
      ...(stores.ports.redis === null ? {} : { REDIS_URL: `redis://${redis}` }),
      ...(app === 'api' ? { LOCAL_NAMES: address } : {}),
    },
  }
}

function hostOf(app: App, nth: number): Host {
  switch (app) {
    case 'api':
      return 'stores'
    case 'coordinator':
    case 'gateway':
      return 'coordinator'
    case 'worker':
    case 'vllm-sim':
      return nth === 0 ? 'worker-1' : 'worker-2'
  }
}

function idOf(worker: RunningApp): string {
  const id = /"worker":"([0-9a-f-]{36})"/.exec(worker.said())?.[1]
  if (id === undefined) throw new Error(`a worker did not say its id: ${worker.said()}`)
  return id
}
