import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProcess } from '@cges-fleet/db/process'
import { Redis } from 'ioredis'
import { freePort, type PrivateRedis, type RedisSettings, startPrivateRedis } from '../../support/redis.js'
import type { Patience } from '../patience/patience.js'

/** How long a server may take to answer, and a replica to have caught up. */
const READY_MS = 60_000

/** A Redis of our own on one port, that can be emptied, killed, and brought back with or without what it held. */
export class CrashingRedis {
  private constructor(
    private folder: string,
    private server: PrivateRedis,
    private readonly patience: Patience,
  ) {}

  /** Null if no redis-server is installed. */
  static async start(folder: string, patience: Patience, more: readonly string[] = []): Promise<CrashingRedis | null> {
    const port = await freePort()
    const server = await serving(folder, patience, { port, appendOnly: true, more })
    return server === null ? null : new CrashingRedis(folder, server, patience)
  }

  get port(): number {
    return Number(new URL(this.url).port)
  }

  get url(): string {
    return this.server.url
  }

  async flush(): Promise<void> {
    await this.#ask((client) => client.flushall())
  }

  /** As `maxmemory` is written; 0 is without a limit. */
  async limitMemory(limit: string): Promise<void> {
    await this.#ask((client) => client.config('SET', 'maxmemory', limit))
  }

  async #ask(what: (client: Redis) => Promise<unknown>): Promise<void> {
    const client = new Redis(this.url, { retryStrategy: null })
    client.on('error', () => undefined)
    try {
      await what(client)
    } finally {
      client.disconnect()
    }
  }

  /** Does not wait for its end. */
  crash(): void {
    process.kill(this.server.pid, 'SIGKILL')
  }

  async kill(): Promise<void> {
    await this.server.stop('SIGKILL')
  }

  /** Without its file it comes back empty; with a file that it did not write to for a while, with what once was. */
  async restart(appendOnly: boolean): Promise<void> {
    this.server = (await serving(this.folder, this.patience, { port: this.port, appendOnly })) ?? this.server
  }

  /** A replica takes over with what it was told up to `behindMs` before the end of its primary: what came later is lost. */
  async failOver(behindMs: number): Promise<void> {
    const folder = mkdtempSync(join(this.folder, 'replica-'))
    const more = ['--replicaof', '127.0.0.1', String(this.port)]
    const replica = await serving(folder, this.patience, { appendOnly: true, more })
    if (replica === null) throw new Error('redis-server is gone')
    const primary = this.server
    this.server = replica
    await this.#ask(async (client) => {
      const hasCaughtUp = async () => (await client.info('replication')).includes('master_link_status:up')
      await this.patience.until(hasCaughtUp, { withinMs: READY_MS, why: () => 'the replica did not catch up' })
      await client.replicaof('NO', 'ONE')
    })
    this.folder = folder
    await sleep(behindMs)
    await primary.stop('SIGKILL')
  }

  stop(): Promise<void> {
    return this.server.stop('SIGKILL')
  }
}

async function serving(folder: string, patience: Patience, settings: RedisSettings): Promise<PrivateRedis | null> {
  let pid: number | undefined
  const started = startPrivateRedis(folder, { ...settings, onStart: (started) => (pid = started) })
  const wait = { withinMs: READY_MS, why: () => 'redis-server did not answer' }
  return patience.within(started, wait).catch((error: unknown) => {
    if (pid !== undefined && findProcess(pid) !== null) process.kill(pid, 'SIGKILL')
    throw error
  })
}
