import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openDatabase } from '@cges-fleet/db'
import { startEmbeddedPostgres } from '@cges-fleet/db/embedded'
import { sql } from '../support/manifest-logins.js'
import { startPrivateRedis } from '../support/redis.js'
import type { TestNetwork } from './test-network.js'

/** The user `nobody`: PostgreSQL refuses to run as root. */
const NOBODY = '65534'
const REDIS_PORT = 6379

/** A PostgreSQL, and a Redis where one is installed, that listen on the network of a host. */
export interface HostedStores {
  readonly host: string
  /** PostgreSQL past the network: its Unix socket, which namespaces do not part. */
  readonly socketUrl: string
  readonly ports: { readonly postgres: number; readonly redis: number | null }
  stop(): Promise<void>
}

export async function startHostedStores(network: TestNetwork, host: string): Promise<HostedStores> {
  const folder = mkdtempSync(join(tmpdir(), 'cges-hosts-'))
  // PostgreSQL's own user must be able to enter it.
  chmodSync(folder, 0o755)
  const postgres = await startNetworkPostgres(network, host, folder)
  const address = { host: network.addressOf(host), port: REDIS_PORT, through: network.on(host) }
  const redis = await startPrivateRedis(folder, address)
  return {
    host,
    socketUrl: postgres.url,
    ports: { postgres: 5432, redis: redis === null ? null : REDIS_PORT },
    stop: async () => {
      await redis?.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The packaged server has no network: it makes and migrates the cluster, which a second one then serves on a host. */
async function startNetworkPostgres(network: TestNetwork, host: string, folder: string) {
  const packaged = await startEmbeddedPostgres({ folder, durable: false })
  const db = await openDatabase({ url: packaged.url, application: 'hosts', connections: 2 })
  await migrate(db).finally(() => db.destroy())
  const [at] = await sql<{ cluster: string; rules: string }>(
    packaged.url,
    `SELECT current_setting('data_directory') AS cluster, current_setting('hba_file') AS rules`,
  )
  if (at === undefined) throw new Error('PostgreSQL does not say where its files are')
  const binary = readlinkSync(`/proc/${packaged.pid}/exe`)
  await packaged.stop()
  appendFileSync(at.rules, 'host all all samenet trust\n')
  const settings = {
    listen_addresses: network.addressOf(host),
    unix_socket_directories: new URL(packaged.url).searchParams.get('host') ?? '',
    max_connections: '200',
    fsync: 'off',
    full_page_writes: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [enter, ...where] = network.on(host)
  const user = ['--setuid', NOBODY, '--setgid', NOBODY]
  const server = spawn(enter, [...where, ...user, binary, '-D', at.cluster, ...flags], { stdio: 'ignore' })
  await answers(packaged.url)
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGINT')
    await once(server, 'exit')
  }
  return { url: packaged.url, stop }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await sql(url, 'SELECT 1')
      return
    } catch (error) {
      if (tries === 300) throw error
      await sleep(100)
    }
  }
}
