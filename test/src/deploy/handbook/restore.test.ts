import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openDatabase } from '@cges-fleet/db'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../root.js'
import { readExample, workloads } from '../kubernetes/manifest.js'
import { spawnApp } from '../../fleet/spawn-app.js'
import { SmallFleet } from './small-fleet.js'

const DEBIAN = '/usr/lib/postgresql'
const NOBODY = 65_534

/** What a superuser grants once on a server, where the fleet's user may not: the handbook has the same words. */
const ONCE = `CREATE ROLE cges_api NOLOGIN; CREATE ROLE cges_coordinator NOLOGIN;
CREATE ROLE cges_gateway NOLOGIN; CREATE ROLE cges_worker NOLOGIN;
GRANT cges_api, cges_coordinator, cges_gateway, cges_worker TO cges;`

/** Where this machine has PostgreSQL with its tools, newest first; the packaged one has no pg_dump. */
function toolsFolder(): string | null {
  const said = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...debian.map((version) => join(DEBIAN, version, 'bin')), ...(said ? [said] : [])]
  return folders.find(isWhole) ?? null
}

function isWhole(folder: string): boolean {
  return ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((tool) => existsSync(join(folder, tool)))
}

/** With a user `cges` without any special right, as a managed service gives. */
const MANAGED = `CREATE ROLE cges LOGIN; ${ONCE}`

/** A PostgreSQL of the same version as its tools. */
class ServerWithTools {
  readonly folder = mkdtempSync(join(tmpdir(), 'cges-server-'))

  private constructor(
    private readonly tools: string,
    private readonly server: { child?: ChildProcess },
  ) {}

  static async start(tools: string, first = MANAGED): Promise<ServerWithTools> {
    const server = new ServerWithTools(tools, {})
    await server.#start()
    await server.administer(first)
    return server
  }

  url(database: string, user = 'cges'): string {
    return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(this.folder)}`
  }

  async administer(statement: string): Promise<void> {
    await this.asked('postgres', statement)
  }

  async asked(database: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.url(database, 'postgres') })
    await client.connect()
    const { rows } = await client.query(statement).finally(() => client.end())
    return rows
  }

  /** Runs a command of the handbook as a shell would, the tools of this server on its path. */
  run(command: string, variables: Readonly<Record<string, string>>): string {
    const env = { ...process.env, ...variables, PATH: `${this.tools}:${process.env['PATH'] ?? ''}` }
    const typed = command.replaceAll(/(?<=^|&& )cges /g, `${process.execPath} ${ROOT}apps/cli/bundle/main.js `)
    const ran = spawnSync('sh', ['-c', typed], { cwd: this.folder, env, encoding: 'utf8' })
    if (ran.status !== 0) throw new Error(`${command}: ${ran.stderr}`)
    return ran.stdout
  }

  async stop(): Promise<void> {
    const { child } = this.server
    if (child !== undefined && child.exitCode === null) {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #start(): Promise<void> {
    const files = join(this.folder, 'files')
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    mkdirSync(files)
    chmodSync(this.folder, 0o755)
    if (user.uid !== undefined) for (const path of [this.folder, files]) chownSync(path, NOBODY, NOBODY)
    const made = spawnSync(
      join(this.tools, 'initdb'),
      ['--pgdata', files, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { encoding: 'utf8', ...user },
    )
    if (made.status !== 0) throw new Error(made.stderr)
    const settings = ['listen_addresses=', `unix_socket_directories=${this.folder}`, 'fsync=off']
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

const BACKUP = 'cges backup cges.dump'

/** What the example for Kubernetes runs in a pod. */
const inCluster = (name: string): string =>
  workloads(readExample('backup.yaml')).find(({ manifest }) => manifest.metadata.name === name)?.pod.containers[0]
    ?.args?.[0] ?? ''
const RESTORE = 'cges restore cges.dump'

const tools = toolsFolder()
let server: ServerWithTools
const fleets: SmallFleet[] = []

beforeAll(async () => {
  if (tools !== null) server = await ServerWithTools.start(tools)
}, 120_000)

afterAll(async () => {
  await Promise.all(fleets.map((fleet) => fleet.stop()))
  await server?.stop()
}, 60_000)

async function start(database: string): Promise<SmallFleet> {
  const db = await openDatabase({ url: server.url(database), application: 'migrate', connections: 2 })
  await migrate(db).finally(() => db.destroy())
  const fleet = await SmallFleet.start(server.url(database))
  fleets.push(fleet)
  return fleet
}

const isDrill = (command: string) => / drill(?: <|$)/u.test(command)

/** A command as it runs where PostgreSQL is, without a container around it. */
const inside = (command: string) => command.replaceAll(/docker compose exec (?:-T )?postgres /gu, '')

/** What the handbook has Compose run in PostgreSQL's container: a dump, what restores it, and what rehearses that. */
function inCompose(): { dump: string; restoring: string[]; rehearsing: string[] } {
  const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const lines = [...handbook.matchAll(/^docker compose (?:exec (?:-T )?postgres (.+)|run --rm logins)$/gm)]
  const [dump = '', ...others] = lines.map(([, command]) => (command === undefined ? logins() : inside(command)))
  return { dump, restoring: others.filter((one) => !isDrill(one)), rehearsing: others.filter(isDrill) }
}

/** What Compose's service `logins` runs, with the passwords that are known to all. */
function logins(): string {
  const { services } = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8')) as {
    services: { logins: { entrypoint: string[]; environment: Record<string, string> } }
  }
  const { entrypoint, environment } = services.logins
  const command = entrypoint.join(' ').replace('/etc/cges-fleet', `${ROOT}k8s/chart/files/logins`)
  const options = (environment['PGOPTIONS'] ?? '').replaceAll(/\$\{\w+:-(\w+)\}/gu, '$1').trim()
  return `PGOPTIONS='${options}' PGUSER=cges PGDATABASE=cges ${command}`
}

/** A new machine as Compose's PostgreSQL begins: an administrator and an empty database, both `cges`, and no other role. */
async function newMachine(): Promise<ServerWithTools> {
  const machine = await ServerWithTools.start(tools ?? '', 'CREATE ROLE cges LOGIN SUPERUSER')
  await machine.administer('CREATE DATABASE cges')
  return machine
}

/** The commands by which the handbook replaces a database anywhere else, here one of this name. */
function replacing(database: string): string[] {
  const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const administrator = `'${server.url('postgres', 'postgres')}'`
  return [...handbook.matchAll(/^ +((?:dropdb|createdb) .*--maintenance-db .+) cges$/gm)].map(
    ([, command = '']) => `${command.replace(/postgres:\S+/u, administrator)} ${database}`,
  )
}

/** What the handbook has people type to rehearse a restore, and what they read of the fleet that it was taken of. */
const REHEARSAL = 'cges restore cges.dump && cges migrate --queue'
const VERIFYING = ['cges audit verify', 'cges report ID']

/** Restores a backup beside the fleet that runs, and gives what the commands print. */
async function rehearse(id: string): Promise<{ restored: string; verified: string[] }> {
  await server.administer('CREATE DATABASE drill OWNER cges')
  server.run(BACKUP.replace('cges.dump', 'drill.dump'), { DATABASE_URL: server.url('first') })
  const DATABASE_URL = server.url('drill')
  const restored = server.run(REHEARSAL.replace('cges.dump', 'drill.dump'), { DATABASE_URL })
  const api = await spawnApp('api', { DATABASE_URL, PORT: '0' })
  const verified = VERIFYING.map((command) => server.run(`${command.replace('ID', id)} --api ${api.listening}`, {}))
  await api.kill('SIGTERM')
  return { restored, verified }
}

/** Dumps the database `second`, and restores it on another machine as the handbook says of Compose. */
async function restoreByCompose(): Promise<void> {
  const { dump, restoring, rehearsing } = inCompose()
  server.run(dump.replace('--username cges', '--username postgres').replace('cges >', 'second >'), {
    PGHOST: server.folder,
  })
  const machine = await newMachine()
  try {
    const [name = ''] = readdirSync(server.folder).filter((file) => /^cges-\d{4}-\d\d-\d\d\.dump$/u.test(file))
    copyFileSync(join(server.folder, name), join(machine.folder, name))
    const [dropping = ''] = restoring.filter((command) => command.includes('dropdb'))
    expect(() => machine.run(dropping, { PGHOST: machine.folder, dump: '' })).toThrow()
    for (const command of [...restoring, ...rehearsing]) machine.run(command, { PGHOST: machine.folder, dump: name })
    const samples = 'SELECT count(*)::int AS n FROM sample'
    expect(await machine.asked('cges', samples)).toEqual(await server.asked('second', samples))
    expect(await machine.asked('drill', samples)).toEqual(await server.asked('second', samples))
    expect(machine.run('cges migrate --queue', { DATABASE_URL: machine.url('drill', 'cges_owner') })).toMatch(
      /up to date/,
    )
    expect(machine.run('cges migrate', { DATABASE_URL: machine.url('cges', 'cges_owner') })).toMatch(/up to date/)
  } finally {
    await machine.stop()
  }
}

it('gives in the handbook the commands that are tested here', () => {
  const handbook = readFileSync(`${ROOT}docs/operations.md`, 'utf8')
  const verifying = VERIFYING.map((command) => `${command} --api http://127.0.0.1:8081`)
  for (const command of [BACKUP, RESTORE, REHEARSAL, ...verifying, 'k8s/examples/backup.yaml'])
    expect(handbook).toContain(command)
  expect(handbook).toContain(ONCE)
})

it.skipIf(tools === null)(
  'ends an evaluation that was dumped halfway and restored elsewhere with the same digest (needs a PostgreSQL with pg_dump)',
  { timeout: 240_000 },
  async () => {
    await server.administer('CREATE DATABASE first OWNER cges')
    const first = await start('first')
    await first.startWorker()
    const id = await first.submit({ methods: ['sc@4', 'cges:confidence=lns-arith,gamma=0.99@4'], questions: 40 })
    await first.until(id, ({ samples }) => samples.drawn > 30)
    server.run(BACKUP, { DATABASE_URL: server.url('first') })
    expect(() => server.run(BACKUP, { DATABASE_URL: server.url('first') })).toThrow(/is there already/)
    expect(() => server.run(RESTORE, { DATABASE_URL: server.url('first') })).toThrow(/is not empty/)
    const undisturbed = await first.until(id, ({ status }) => status !== 'running')
    const { restored: told, verified } = await rehearse(id)
    expect(told).toMatch(/Restored drill\.dump: 1 evaluation, \d+ samples\. The newest was submitted at 20\S+Z\./)
    expect(verified).toEqual([
      expect.stringMatching(/empty|unchanged/),
      expect.stringContaining(`digest ${undisturbed.digest}`),
    ])
    await first.stop()

    await server.administer('CREATE DATABASE second OWNER cges')
    server.run(RESTORE, { DATABASE_URL: server.url('second') })
    const second = await start('second')
    server.run(inCluster('backup'), { DATABASE_URL: server.url('second') })
    const drilled = server.run(inCluster('drill'), { DATABASE_URL: server.url('second') })
    expect(drilled).toMatch(/evaluations \|\s+newest[^]* 1 \| 20[^]*samples/)
    await server.administer('CREATE ROLE cges_owner LOGIN')
    await server.administer('CREATE DATABASE third')
    const replaced = replacing('third')
    expect(replaced).toHaveLength(2)
    for (const command of replaced) server.run(command, {})
    server.run(inCluster('restore'), { DATABASE_URL: server.url('third', 'cges_owner') })
    await restoreByCompose()
    const restored = await second.until(id, () => true)
    expect(restored.status).toBe('running')
    expect(restored.samples.drawn).toBeLessThan(160)
    await second.startWorker()
    const done = await second.until(id, ({ status }) => status !== 'running')
    expect([done.status, done.digest]).toEqual(['done', undisturbed.digest])
    expect(undisturbed.digest).toMatch(/^[0-9a-f]{64}$/)
  },
)
