import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

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
