import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataSource, migrate, openDatabase, type QueuedCall } from '@cges-fleet/db'
import { CallQueues, openBackend } from '@cges-fleet/queue'
import { pathToFileURL } from 'node:url'
import { POOL } from '../fleet/chaos-fleet.js'
import type { Store } from '../nemesis/schedule.js'
import type { Patience } from '../patience/patience.js'
import { CrashingPostgres } from './crashing-postgres.js'
import { CrashingRedis } from './crashing-redis.js'
import { FaultProxy } from './fault-proxy.js'
import { SmallDisk } from './small-disk.js'

/** Fences of jobs delivered once too often: no real one is so high, so none is taken for one queued already. */
const STRAY_FENCE = 1_000_000

export interface StoreSettings {
  readonly redisSettings?: readonly string[]
  /** Gives the stores a file system of their own, of this size. */
  readonly diskMegabytes?: number
}

/** Whose migrations and functions the database gets, ending in a slash; those of this build unless set. */
interface Build {
  readonly root?: string | undefined
}

/** Migrates with another build's code: what a worker does to rows stands in the database. */
async function migrateFrom(root: string, url: string): Promise<void> {
  const build = (await import(
    pathToFileURL(`${root}packages/db/dist/index.js`).href
  )) as typeof import('@cges-fleet/db')
  const db = await build.openDatabase({ url, application: 'chaos', connections: 2 })
  await build.migrate(db).finally(() => db.destroy())
}

interface Place {
  readonly folder: string
  readonly disk: SmallDisk | null
}

interface Servers {
  readonly postgres: CrashingPostgres
  readonly redis: CrashingRedis | null
  readonly db: DataSource
}

interface Proxies {
  readonly postgres: FaultProxy
  readonly redis: FaultProxy | null
}

/** The stores of a run and the networks to them: all our own, all to be broken. */
export class ChaosStores {
  #strays = 0

  private constructor(
    private readonly place: Place,
    private readonly servers: Servers,
    private readonly proxies: Proxies,
  ) {}

  static async start(
    backend: 'redis' | 'postgres',
    patience: Patience,
    { redisSettings = [], diskMegabytes, root }: StoreSettings & Build = {},
  ): Promise<ChaosStores> {
    const folder = mkdtempSync(join(tmpdir(), 'cges-chaos-'))
    const disk = diskMegabytes === undefined ? null : SmallDisk.over(folder, diskMegabytes)
    // PostgreSQL's own user must be able to enter it.
    chmodSync(folder, 0o755)
    const postgres = await CrashingPostgres.start(folder, patience)
    const redis = await redisOf(backend, folder, patience, redisSettings).catch(async (error: unknown) => {
      await postgres.stop()
      leave({ folder, disk })
      throw error
    })
    const db = await openDatabase({ url: postgres.url, application: 'chaos judge', connections: 4 })
    await (root === undefined ? migrate(db) : migrateFrom(root, postgres.url))
    const proxies = {
      postgres: await FaultProxy.start({ path: postgres.socket }),
      redis: redis === null ? null : await FaultProxy.start({ port: redis.port, host: '127.0.0.1' }),
    }
    const stores = new ChaosStores({ folder, disk }, { postgres, redis, db }, proxies)
    process.once('exit', stores.#abandon)
    return stores
  }

  get postgres(): CrashingPostgres {
    return this.servers.postgres
  }

  /** Null if the queue is in PostgreSQL. */
  get redis(): CrashingRedis | null {
    return this.servers.redis
  }

  /** The judge's own way to the database, past the proxy. */
  get db(): DataSource {
    return this.servers.db
  }

  /** Where the fleet finds the database: through the network that can go wrong. */
  get databaseUrl(): string {
    return `postgresql://postgres@127.0.0.1:${this.proxies.postgres.port}/cges`
  }

  get redisUrl(): string | null {
    return this.proxies.redis === null ? null : `redis://127.0.0.1:${this.proxies.redis.port}`
  }

  proxyOf(store: Store): FaultProxy | null {
    return this.proxies[store]
  }

  /** FLUSHALL; where the queue is in PostgreSQL, every row of it. */
  async emptyQueue(): Promise<void> {
    if (this.redis !== null) await this.redis.flush()
    else await this.db.query('TRUNCATE bullmq.job CASCADE')
  }

  /** Delivers once more what was delivered before: jobs of calls in every state. */
  async redeliver(jobs: number): Promise<void> {
    const rows = await this.db.query<Pick<QueuedCall, 'callId' | 'kind' | 'trialId' | 'rankingId' | 'index'>[]>(
      `SELECT k.id AS "callId", k.kind, k.trial_id AS "trialId", k.ranking_id AS "rankingId", k.index
       FROM call k JOIN evaluation e ON e.id = k.evaluation_id
       WHERE e.status IN ('running', 'cancelled') ORDER BY k.state = 'leased' DESC, random() LIMIT $1`,
      [jobs],
    )
    const backend = await openBackend({ databaseUrl: this.postgres.url, redisUrl: this.redis?.url })
    const queues = new CallQueues(backend)
    await queues.add(rows.map((row) => ({ ...row, pool: POOL, priority: 1, fence: STRAY_FENCE + this.#strays++ })))
    await queues.close()
  }

  /** The run ends before its time: its servers must not outlive it. */
  readonly #abandon = (): void => {
    this.postgres.crash('SIGQUIT')
    this.redis?.crash()
    leave(this.place)
  }

  async stop(): Promise<void> {
    process.off('exit', this.#abandon)
    await this.db.destroy().catch(() => undefined)
    await Promise.all([this.proxies.postgres.close(), this.proxies.redis?.close()])
    await this.redis?.stop()
    await this.postgres.stop()
    leave(this.place)
  }
}

async function redisOf(
  backend: 'redis' | 'postgres',
  folder: string,
  patience: Patience,
  redisSettings: readonly string[],
): Promise<CrashingRedis | null> {
  if (backend === 'postgres') return null
  const redis = await CrashingRedis.start(folder, patience, redisSettings)
  if (redis !== null) return redis
  throw new Error('redis-server is not installed: install it, or run with --backend postgres')
}

function leave({ folder, disk }: Place): void {
  disk?.unmount()
  rmSync(folder, { recursive: true, force: true })
}
