import { spawn } from 'node:child_process'
import { mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endProcess, type ProcessKind } from '../process/end-process.js'
import { ProgressJudge } from '../process/progress-judge.js'
import { findProcess } from '../process/find-process.js'
import { initialiseCluster } from './initialise-cluster.js'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.js'
import { serverState } from './server-state.js'
import { makeServerFolder, serverUser } from './server-user.js'

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
