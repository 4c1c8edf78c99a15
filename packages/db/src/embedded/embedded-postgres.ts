import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endProcess, findProcess } from '../process/end-process.js'
import { isReachableByAll, serverState, socketUrl } from './server-state.js'
import { type RunningServer, runServer, type ServerSettings, serverUser } from './server.js'

export interface EmbeddedPostgres {
  /** The connection string of the database `cges`. */
  readonly url: string
  readonly pid: number
  /** True if the server was left running by an earlier process and adopted. */
  readonly adopted: boolean
  /** A notice for the user if the files had to go elsewhere. */
  readonly notice: string | null
  /** Ends the server and waits for it. */
  stop(): Promise<void>
}

interface EmbeddedOptions extends Partial<ServerSettings> {
  /** The folder that holds all of the server's files. */
  readonly folder: string
  /** False in tests, where losing the last transactions to a power cut does not matter. */
  readonly durable: boolean
}

const LOOK_MS = 50
/** How long to wait for a server that another run left starting up or shutting down. */
const BETWEEN_MS = 60_000

/**
 * Starts a real PostgreSQL 18 from packaged binaries, so that nothing has to be installed. It listens on a Unix socket
 * alone: it takes no port and needs no password. A server left behind by a killed run is adopted.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = dataHome(options.folder)
  mkdirSync(home.path, { recursive: true })
  if (serverUser().uid !== undefined) chmodSync(home.path, 0o711)
  const cluster = join(home.path, 'postgres')
  const settings = { quietMs: 60_000, onStart: () => undefined, ...options }
  const left = await leftBehind(cluster)
  const running = left ?? (await runServer(home.path, cluster, settings))
  await createDatabase(running.socketFolder)
  return {
    url: socketUrl(running.socketFolder, 'cges'),
    pid: running.pid,
    adopted: left !== null,
    notice: home.moved,
    stop: () => endProcess(running.pid, 'postgres'),
  }
}

/** Finds the server that still serves a cluster, waiting for one that is starting up or shutting down. */
async function leftBehind(cluster: string): Promise<RunningServer | null> {
  const until = performance.now() + BETWEEN_MS
  for (;;) {
    const left = findPostmaster(cluster)
    if (left === null) return null
    const state = await serverState(left.socketFolder)
    if (state === 'serves') return left
    if (state === 'silent' || findProcess(left.pid) === null || performance.now() > until) return null
    await sleep(LOOK_MS)
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

/**
 * Finds the server that holds a cluster: its pid and socket folder (lines 1 and 5 of postmaster.pid), or null without that
 * file.
 */
export function findPostmaster(cluster: string): { pid: number; socketFolder: string } | null {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return null
  }
  const lines = text.split('\n')
  const pid = Number(lines[0])
  const socketFolder = lines[4]?.trim() ?? ''
  return Number.isInteger(pid) && pid > 0 && socketFolder !== '' ? { pid, socketFolder } : null
}

/** Where the server's files are, and the reason if that is not the folder asked for. */
interface DataHome {
  readonly path: string
  readonly moved: string | null
}

/** Chooses a folder the server can enter: the one asked for, or, for root under a private home, one below the system's temp folder. */
export function dataHome(wanted: string): DataHome {
  const path = resolve(wanted)
  if (process.getuid?.() !== 0 || isReachableByAll(join(path, 'postgres'))) return { path, moved: null }
  const elsewhere = join(tmpdir(), `cges-fleet-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`)
  mkdirSync(elsewhere, { recursive: true, mode: 0o711 })
  return {
    path: elsewhere,
    moved: `PostgreSQL will not run as root and its own user cannot enter ${path}: its files are in ${elsewhere}`,
  }
}
