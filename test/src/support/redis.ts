import { spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { ROOT } from '../deploy/root.js'

export interface PrivateRedis {
  readonly url: string
  readonly pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface RedisSettings {
  /** Any free one unless set. */
  readonly port?: number
  /** Where it listens; this machine alone unless set. */
  readonly host?: string
  /** A command that runs it, such as one that enters another host's network first. */
  readonly through?: readonly string[]
  /** Keeps what it was told in a file, as production does. */
  readonly appendOnly?: boolean
  readonly more?: readonly string[]
  /** Hears of its process as soon as there is one. */
  readonly onStart?: (pid: number) => void
}

/** Starts a redis-server of our own, that a test may empty or kill; null if none is installed. */
export async function startPrivateRedis(folder: string, settings: RedisSettings = {}): Promise<PrivateRedis | null> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return null
  const { host = '127.0.0.1', through = [], port = await freePort() } = settings
  const kept = ['--save', '', '--appendonly', settings.appendOnly === true ? 'yes' : 'no', '--dir', folder]
  const at = ['--port', String(port), '--bind', host, '--protected-mode', 'no']
  // With a title it would overwrite the environment, by which the run's guard knows it.
  const command = [...through, 'redis-server', '--set-proc-title', 'no', ...at, ...kept, ...(settings.more ?? [])]
  const server = spawn(command[0] ?? '', [...command.slice(1), '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' })
  const url = `redis://${host}:${port}`
  if (server.pid !== undefined) settings.onStart?.(server.pid)
  const ended = once(server, 'exit').then(() => Promise.reject(new Error('redis-server ended at its start')))
  await answers(url, ended)
  return {
    url,
    pid: server.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const exit = once(server, 'exit')
      server.kill(signal)
      await exit
    },
  }
}

async function answers(url: string, ended: Promise<never>): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  try {
    await Promise.race([client.ping(), ended])
  } finally {
    client.disconnect()
  }
}

/** A port that was free a moment ago: redis-server cannot choose one itself. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  await sleep(0)
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Returns a database of the test run's Redis that is nobody's; any other Redis, or none, as it is given. */
export async function emptyRedis(url: string | null): Promise<string | null> {
  if (url === null || url !== inject('redis')) return url
  const chosen = `${url}/${randomInt(1, REDIS_DATABASES)}`
  const client = new Redis(chosen)
  try {
    return (await client.dbsize()) === 0 ? chosen : await emptyRedis(url)
  } finally {
    client.disconnect()
  }
}

/** Whom the manifests let into Redis. */
type RedisUser = 'cges' | 'api' | 'coordinator' | 'gateway' | 'worker'

const passwordOf = (user: RedisUser): string => `it's "the" ${user}'s $HOME \\`

/** A Redis started as the manifests start it. */
export interface UsersRedis {
  urlOf(user: RedisUser): string
  /** What it refused to whom. */
  refused(): Promise<string[]>
  stop(): Promise<void>
}

/** Starts Redis with the script and the users of the manifests; null if none is installed. */
export async function startUsersRedis(): Promise<UsersRedis | null> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'cges-users-'))
  const port = await freePort()
  const users = ['cges', 'api', 'coordinator', 'gateway', 'worker'] as const
  const passwords = users.map((user) => [`${user.toUpperCase()}_PASSWORD`, passwordOf(user)])
  const settings = [
    '--set-proc-title',
    'no',
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--appendonly',
    'yes',
  ]
  const script = `${ROOT}k8s/chart/files/logins/start-redis.sh`
  const server = spawn('sh', [script, 'redis-server', ...settings, '--maxmemory-policy', 'noeviction'], {
    env: { ...process.env, ...Object.fromEntries(passwords), TMPDIR: folder },
    stdio: 'ignore',
  })
  const urlOf = (user: RedisUser) => `redis://${user}:${encodeURIComponent(passwordOf(user))}@127.0.0.1:${port}`
  const administrator = new Redis(urlOf('cges'), { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  administrator.on('error', () => undefined)
  await Promise.race([administrator.ping(), once(server, 'exit').then(() => Promise.reject(new Error('Redis ended')))])
  return {
    urlOf,
    refused: async () => {
      const log = (await administrator.call('ACL', 'LOG')) as string[][]
      return log.map((entry) => entry.join(' '))
    },
    stop: async () => {
      administrator.disconnect()
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Databases of the test run's Redis: each fleet has one of its own, as two fleets must. */
export const REDIS_DATABASES = 10_000
