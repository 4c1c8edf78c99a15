import { Redis } from 'ioredis'
import { startPrivateRedis } from '../support/private-redis.js'

export interface GuardedRedis {
  readonly url: string
  /** Everything that was ever sent to it. */
  said(): string
  stop(): Promise<void>
}

/** A Redis with a password that records everything sent to it; null if Redis is not installed. */
export async function startGuardedRedis(folder: string, password: string): Promise<GuardedRedis | null> {
  const server = await startPrivateRedis(folder)
  if (server === null) return null
  const url = new URL(server.url)
  url.password = password
  const client = new Redis(server.url)
  await client.config('SET', 'requirepass', password)
  client.disconnect()
  const monitor = await new Redis(url.href).monitor()
  let said = ''
  monitor.on('monitor', (_time: string, args: string[]) => {
    said += `${args.join(' ')}\n`
  })
  const stop = async () => {
    monitor.disconnect()
    await server.stop()
  }
  return { url: url.href, said: () => said, stop }
}
