import { openBackend, watchedQueue } from '@cges-fleet/queue'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'

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

  it('that serves another database is refused, until it is emptied or given away', async () => {
    const url = server?.url ?? ''
    const client = new Redis(url)
    const open = (fleet: string) => openBackend({ databaseUrl: '', redisUrl: url, fleet })
    try {
      await open('7/1')
      await open('7/1')
      await expect(open('7/2')).rejects.toThrow(/another fleet.*7\/1.*7\/2.*redis:\/\/host\/1.*DEL bull:round:fleet/s)
      expect(await watchedQueue(url, '7/2')).toMatchObject([{ kind: 'no_file' }, { kind: 'other_fleet' }])
      await openBackend({ databaseUrl: '', redisUrl: `${url}/1`, fleet: '7/2' })
      await client.flushall()
      expect(await watchedQueue(url, '7/1')).toMatchObject([{ kind: 'no_file' }])
      await expect(open('7/2')).rejects.toThrow(/another fleet/)
    } finally {
      client.disconnect()
    }
  })

  it('whose policy is changed while it runs is told of at the next look', async () => {
    const url = server?.url ?? ''
    const client = new Redis(url)
    try {
      await client.config('SET', 'maxmemory-policy', 'allkeys-random')
      expect((await watchedQueue(url, '7/1')).map(({ kind }) => kind)).toContain('evicts')
    } finally {
      await client.config('SET', 'maxmemory-policy', 'noeviction')
      client.disconnect()
    }
  })
})
