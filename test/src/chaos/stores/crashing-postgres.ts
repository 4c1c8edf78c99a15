import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** How long the processes of a killed server may take to notice and free its memory. */
const RESTART_MS = 20_000

/** A PostgreSQL of our own on a Unix socket, that can be crashed and brought back on the same data. */
export class CrashingPostgres {
  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
  ) {}

  static async start(folder: string): Promise<CrashingPostgres> {
    const postgres = new CrashingPostgres(folder, await startEmbeddedPostgres({ folder, durable: false }))
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    // A crash of the server, unlike one of the machine, may cost nothing that was committed: its log must be handed over.
    await client.query('ALTER DATABASE cges SET synchronous_commit = on')
    await client.end()
    return postgres
  }

  get url(): string {
    return this.server.url
  }

  /** Where its socket is, for a proxy to connect to. */
  get socket(): string {
    return `${new URL(this.url).searchParams.get('host') ?? ''}/.s.PGSQL.5432`
  }

  get pid(): number {
    return this.server.pid
  }

  /** SIGKILL leaves everything where it is, SIGQUIT is an immediate shutdown, SIGINT a fast one. */
  crash(signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): void {
    process.kill(this.server.pid, signal)
  }

  /** Leaves not a byte free where its files are; gives them back when what it returns is called. */
  fillDisk(): () => void {
    const path = join(this.folder, 'filler')
    const file = openSync(path, 'w')
    for (const size of [1024 * 1024, 4096]) {
      const chunk = Buffer.alloc(size, 1)
      for (;;) {
        try {
          writeSync(file, chunk)
        } catch {
          break
        }
      }
    }
    closeSync(file)
    return () => rmSync(path)
  }

  get log(): string {
    return readFileSync(join(this.folder, 'postgres.log'), 'utf8')
  }

  async restart(): Promise<void> {
    const end = performance.now() + RESTART_MS
    for (;;) {
      try {
        this.server = await startEmbeddedPostgres({ folder: this.folder, durable: false })
        return
      } catch (error) {
        if (performance.now() > end) throw error
        await sleep(50)
      }
    }
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}
