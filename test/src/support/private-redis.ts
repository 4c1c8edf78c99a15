import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

export interface PrivateRedis {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a redis-server of our own, that a test may empty or kill; null where none is installed. */
export async function startPrivateRedis(folder: string): Promise<PrivateRedis | null> {
  if (spawnSync('redis-server', ['--version']).error !== undefined) return null
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn('redis-server', [...args, '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  await answers(url)
  return {
    url,
    pid: server.pid ?? 0,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function answers(url: string): Promise<void> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await client.ping()
  client.disconnect()
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
