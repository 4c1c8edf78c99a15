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

  it('lets the documented account queue, and neither flush, nor list, nor configure', async () => {
    const url = new URL(server?.url ?? '')
    const owner = new Redis(url.href)
    const rules = 'on >secret ~bull:* &bull:* +@all -@admin -@dangerous +info +client|setname'
    await owner.call('ACL', 'SETUSER', 'cges', ...rules.split(' '))
    ;[url.username, url.password] = ['cges', 'secret']
    const account = new Redis(url.href)
    try {
      await expect(openBackend({ databaseUrl: '', redisUrl: url.href })).resolves.toMatchObject({ kind: 'redis' })
      for (const [command, ...args] of [['FLUSHALL'], ['FLUSHDB'], ['KEYS', '*'], ['CONFIG', 'GET', '*']]) {
        await expect(account.call(command ?? '', ...args), command).rejects.toThrow(/NOPERM/)
      }
      await expect(account.set('other', '1')).rejects.toThrow(/NOPERM/)
    } finally {
      account.disconnect()
      await owner.call('ACL', 'DELUSER', 'cges')
      owner.disconnect()
    }
  })
})
