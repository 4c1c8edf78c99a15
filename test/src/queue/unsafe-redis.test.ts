import { openBackend } from '@cges-fleet/queue'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PrivateRedis, startPrivateRedis } from '../support/private-redis.js'

const none = inject('redis') === null

describe.skipIf(none)(none ? 'redis-server is not installed' : 'a Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-redis-'))
  let server: PrivateRedis | null = null

  beforeAll(async () => {
    server = await startPrivateRedis(folder)
  })

  afterAll(async () => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('that would drop jobs when full is refused, with the setting to change', async () => {
    const url = server?.url ?? ''
    const client = new Redis(url)
    try {
      await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
      await expect(openBackend({ databaseUrl: '', redisUrl: url })).rejects.toThrow(/allkeys-lru.*noeviction/)
    } finally {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      client.disconnect()
    }
  })
})
