import { randomInt } from 'node:crypto'
import { Redis } from 'ioredis'
import { inject } from 'vitest'
import { REDIS_DATABASES } from './redis-databases.js'

/** Returns a database of the test run's Redis that is nobody's; any other Redis, or none, as it is given. */
export async function ownRedis(url: string | null): Promise<string | null> {
  if (url === null || url !== inject('redis')) return url
  const own = `${url}/${randomInt(1, REDIS_DATABASES)}`
  const client = new Redis(own)
  try {
    return (await client.dbsize()) === 0 ? own : await ownRedis(url)
  } finally {
    client.disconnect()
  }
}
