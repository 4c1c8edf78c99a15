import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { endProcess } from '../process/end-process.js'
import { findProcess } from '../process/find-process.js'
import { dataHome } from './data-home.js'
import { findPostmaster } from './find-postmaster.js'
import { type RunningServer, runServer, type ServerSettings } from './run-server.js'
import { serverState } from './server-state.js'
import { serverUser } from './server-user.js'
import { socketUrl } from './socket-url.js'

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

export interface EmbeddedOptions extends Partial<ServerSettings> {
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
