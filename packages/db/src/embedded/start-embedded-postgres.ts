import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dataHome } from './data-home.js'
import { initialiseCluster } from './initialise-cluster.js'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.js'
import { readPostmaster } from './read-postmaster.js'
import { makeServerFolder, serverUser } from './server-user.js'

export interface EmbeddedPostgres {
  /** The connection string of the database `cges`. */
  readonly url: string
  readonly pid: number
  /** True where a server that an earlier run left behind was taken over. */
  readonly adopted: boolean
  /** Said to the user when the files had to go elsewhere. */
  readonly notice: string | null
  /** Ends the server and waits for it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The folder for all of the server's files. */
  readonly folder: string
  /** False for tests, where losing the last transactions to a power cut is no loss. */
  readonly durable: boolean
}

/**
 * Brings up a real PostgreSQL 18 from the packaged binaries, so that nothing has to be installed.
 * It listens on a Unix socket alone: no port is taken, no password is needed. A server left behind by a killed
 * run is adopted.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = dataHome(options.folder)
  mkdirSync(home.path, { recursive: true })
  if (serverUser().uid !== undefined) chmodSync(home.path, 0o711)
  const cluster = join(home.path, 'postgres')
  const left = readPostmaster(cluster)
  const adopted = left !== null && (await answers(left.socketFolder))
  const running = left !== null && adopted ? left : await launch(home.path, cluster, options.durable)
  await createDatabase(running.socketFolder)
  return {
    url: socketUrl(running.socketFolder, 'cges'),
    pid: running.pid,
    adopted,
    notice: home.moved,
    stop: () => stop(running.pid),
  }
}

interface Running {
  readonly pid: number
  readonly socketFolder: string
}

async function launch(home: string, cluster: string, durable: boolean): Promise<Running> {
  const binaries = await postgresBinaries(home)
  await makeServerFolder(cluster)
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialiseCluster(binaries.initdb, cluster)
  const socketFolder = await makeSocketFolder(home)
  const pid = spawnServer(binaries, { cluster, socketFolder, log: join(home, 'postgres.log'), durable })
  for (let attempt = 0; attempt < 600; attempt++) {
    if (await answers(socketFolder)) return { pid, socketFolder }
    if (!isAlive(pid)) break
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not start: see ${join(home, 'postgres.log')}`)
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
  at: { cluster: string; socketFolder: string; log: string; durable: boolean },
): number {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: at.socketFolder,
    max_connections: '200',
    shared_buffers: '256MB',
    logging_collector: 'off',
    log_min_messages: 'warning',
    ...(at.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const args = ['-D', at.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const log = openSync(at.log, 'a')
  const child = spawn(binaries.postgres, args, { ...serverUser(), detached: true, stdio: ['ignore', log, log] })
  child.unref()
  if (child.pid === undefined) throw new Error('PostgreSQL could not be spawned')
  return child.pid
}

function socketUrl(socketFolder: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}

async function answers(socketFolder: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function createDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'cges'`)
    if (rowCount === 0) await client.query('CREATE DATABASE cges')
  } finally {
    await client.end()
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function stop(pid: number): Promise<void> {
  if (!isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  for (let attempt = 0; attempt < 200 && isAlive(pid); attempt++) await sleep(50)
}
