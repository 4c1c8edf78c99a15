import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { ROOT } from '../deploy/root.js'
import { freePort } from './private-redis.js'

/** Whom the manifests let into Redis. */
export type RedisUser = 'cges' | 'api' | 'coordinator' | 'worker'

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
  const users = ['cges', 'api', 'coordinator', 'worker'] as const
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
