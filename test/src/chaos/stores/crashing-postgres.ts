import { type EmbeddedPostgres, startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess } from '@cges-fleet/db/process'
import pg from 'pg'
import type { Patience } from '../patience/patience.js'

/** How long a server that was told to end may take, and how long the processes of a killed one to free its memory. */
const END_MS = 20_000

/** A PostgreSQL of our own on a Unix socket, that can be crashed and brought back on the same data. */
export class CrashingPostgres {
  private constructor(
    private readonly folder: string,
    private server: EmbeddedPostgres,
    private readonly patience: Patience,
  ) {}

  static async start(folder: string, patience: Patience): Promise<CrashingPostgres> {
    const postgres = new CrashingPostgres(folder, await startEmbeddedPostgres({ folder, durable: false }), patience)
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

  /** Brings it back once the one before has ended: one that still shuts down would be taken for the new one. */
  async restart(): Promise<void> {
    const { pid } = this.server
    await this.patience.until(() => findProcess(pid) === null, {
      withinMs: END_MS,
      why: () => `the PostgreSQL that was told to end, process ${pid}, did not end`,
    })
    let trouble = ''
    this.server = await this.patience.until(
      () =>
        startEmbeddedPostgres({ folder: this.folder, durable: false }).catch((error: unknown) => {
          trouble = String(error)
          return false as const
        }),
      { withinMs: END_MS, everyMs: 50, why: () => `PostgreSQL did not come back (${trouble})` },
    )
  }

  stop(): Promise<void> {
    return this.server.stop()
  }
}
