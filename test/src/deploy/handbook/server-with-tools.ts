import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const DEBIAN = '/usr/lib/postgresql'
const NOBODY = 65_534

/** What a superuser grants once on a server, where the fleet's user may not: the handbook has the same words. */
export const ONCE = `CREATE ROLE cges_api NOLOGIN; CREATE ROLE cges_coordinator NOLOGIN; CREATE ROLE cges_worker NOLOGIN;
GRANT cges_api, cges_coordinator, cges_worker TO cges;`

/** Where this machine has PostgreSQL with its tools, newest first; the packaged one has no pg_dump. */
export function toolsFolder(): string | null {
  const said = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...debian.map((version) => join(DEBIAN, version, 'bin')), ...(said ? [said] : [])]
  return folders.find(isWhole) ?? null
}

function isWhole(folder: string): boolean {
  return ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((tool) => existsSync(join(folder, tool)))
}

/** A PostgreSQL of the same version as its tools, with a user `cges` without any special right, as a managed service gives. */
export class ServerWithTools {
  readonly #folder = mkdtempSync(join(tmpdir(), 'cges-server-'))

  private constructor(
    private readonly tools: string,
    private readonly server: { child?: ChildProcess },
  ) {}

  static async start(tools: string): Promise<ServerWithTools> {
    const server = new ServerWithTools(tools, {})
    await server.#start()
    await server.administer(`CREATE ROLE cges LOGIN; ${ONCE}`)
    return server
  }

  url(database: string, user = 'cges'): string {
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(this.#folder)}`
  }

  async administer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }

  /** Runs a command of the handbook as a shell would, the tools of this server on its path. */
  run(command: string, variables: Readonly<Record<string, string>>): void {
    const env = { ...process.env, ...variables, PATH: `${this.tools}:${process.env['PATH'] ?? ''}` }
    const ran = spawnSync('sh', ['-c', command], { cwd: this.#folder, env, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`)
  }

  async stop(): Promise<void> {
    const { child } = this.server
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    const files = join(this.#folder, 'files')
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    mkdirSync(files)
    chmodSync(this.#folder, 0o755)
    if (user.uid !== undefined) for (const path of [this.#folder, files]) chownSync(path, NOBODY, NOBODY)
    const made = spawnSync(
      join(this.tools, 'initdb'),
      ['--pgdata', files, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { encoding: 'utf8', ...user },
    )
    if (made.status !== 0) throw new Error(made.stderr)
    const settings = ['listen_addresses=', `unix_socket_directories=${this.#folder}`, 'fsync=off']
    const args = settings.flatMap((setting) => ['-c', setting])
    this.server.child = spawn(join(this.tools, 'postgres'), ['-D', files, ...args], { stdio: 'ignore', ...user })
    for (let tries = 0; tries < 200; tries++) {
      const up = await this.administer('SELECT 1').then(
        () => true,
        () => false,
      )
      if (up) return
      await sleep(100)
    }
    throw new Error('PostgreSQL did not start')
  }
}
