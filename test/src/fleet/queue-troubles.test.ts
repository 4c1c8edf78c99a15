import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@cges-fleet/client'
import { ListPools } from '@cges-fleet/core/contract'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { freshDatabase } from '../support/databases.js'
import { type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import { spawnApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const skip = inject('redis') === null
const folder = mkdtempSync(join(tmpdir(), 'cges-redis-'))
let redis: PrivateRedis | null = null
let fleet: TestFleet | undefined

beforeAll(async () => {
  if (skip) return
  redis = await startPrivateRedis(folder, { appendOnly: true })
  const everyone = { PORT: '0', QUEUE_CHECK_MS: '200' }
  fleet = await TestFleet.start({ redis: redis?.url ?? null, workers: 0, everyone })
}, 120_000)

afterAll(async () => {
  await fleet?.stop()
  await redis?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(skip)(
  'tells of a policy that drops jobs, set while the fleet runs (needs redis-server)',
  { timeout: 60_000 },
  async () => {
    const metrics = async () => (await fetch(`${fleet?.coordinators[0]?.listening}/metrics`)).text()
    const evicts = async () => /^fleet_queue_trouble\{kind="evicts"\} (\d)$/m.exec(await metrics())?.[1]
    await expect.poll(evicts, { timeout: 90_000 }).toBe('0')
    const client = new Redis(redis?.url ?? '')
    await client.config('SET', 'maxmemory-policy', 'allkeys-random')
    await expect.poll(evicts, { timeout: 90_000 }).toBe('1')
    expect(fleet?.coordinators[0]?.said()).toMatch(/drops jobs when it is full \(maxmemory-policy allkeys-random\)/)
    const api = createClient({ url: fleet?.api ?? '' })
    expect((await api.call(ListPools)).queue.troubles).toMatchObject([{ kind: 'evicts' }])
    await client.config('SET', 'maxmemory-policy', 'noeviction')
    client.disconnect()
    await expect.poll(evicts, { timeout: 90_000 }).toBe('0')
  },
)

it.skipIf(skip)('refuses another fleet on the same Redis (needs redis-server)', { timeout: 60_000 }, async () => {
  const database = await freshDatabase()
  const settings = { DATABASE_URL: database.url, REDIS_URL: redis?.url ?? '', PORT: '0' }
  await expect(spawnApp('coordinator', settings)).rejects.toThrow(/is the queue of another fleet.*redis:\/\/host\/1/s)
  await database.drop()
})
