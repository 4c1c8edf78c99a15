import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DataSource, migrate, openDatabase } from '@cges-fleet/db'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import pg from 'pg'
import { type PrivateRedis, startPrivateRedis } from '../../support/private-redis.js'

export type QueueStore = 'redis' | 'postgres'

/** Stores of the bench's own that are durable, as in production: write-ahead log and append-only file are on disk. */
export class BenchStores {
  private constructor(
    private readonly folder: string,
    readonly postgres: EmbeddedPostgres,
    readonly redis: PrivateRedis | null,
    readonly db: DataSource,
  ) {}

  /** `inside` also counts the statements inside functions, `commits` keeps each commit's time: both cost time. */
  static async start(queue: QueueStore, { inside = false, commits = false } = {}): Promise<BenchStores> {
    const folder = mkdtempSync(join(tmpdir(), 'cges-bench-'))
    // PostgreSQL's own user must be able to enter it.
    chmodSync(folder, 0o755)
    const postgres = await countingPostgres(folder, inside ? 'all' : 'top', commits)
    const redis = queue === 'redis' ? await startPrivateRedis(folder, { appendOnly: true }) : null
    if (queue === 'redis' && redis === null)
      throw new Error('redis-server is not installed: install it, or add --queue postgres')
    const db = await openDatabase({ url: postgres.url, application: 'bench', connections: 2 })
    await migrate(db)
    const stores = new BenchStores(folder, postgres, redis, db)
    process.once('exit', stores.#abandon)
    return stores
  }

  /** If the bench ends early, its servers must not outlive it. */
  readonly #abandon = (): void => {
    process.kill(this.postgres.pid, 'SIGQUIT')
    if (this.redis !== null) process.kill(this.redis.pid, 'SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }

  get variables(): Record<string, string> {
    return { DATABASE_URL: this.postgres.url, ...(this.redis === null ? {} : { REDIS_URL: this.redis.url }) }
  }

  async stop(): Promise<void> {
    process.off('exit', this.#abandon)
    await this.db.destroy()
    await this.redis?.stop()
    await this.postgres.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Counts statements; every figure includes what that costs. */
async function countingPostgres(folder: string, track: 'all' | 'top', commits: boolean): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ folder, durable: true })
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`)
  await client.query('CREATE EXTENSION pg_stat_statements')
  if (commits) await client.query('ALTER SYSTEM SET track_commit_timestamp = on')
  await client.end()
  await first.stop()
  const counting = await startEmbeddedPostgres({ folder, durable: true })
  const settings = new pg.Client({ connectionString: counting.url })
  await settings.connect()
  await settings.query(`ALTER SYSTEM SET pg_stat_statements.track = '${track}'`)
  await settings.query('SELECT pg_reload_conf()')
  await settings.end()
  return counting
}
