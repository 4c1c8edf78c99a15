import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it } from 'vitest'
import { type App, type RunningApp, spawnApp } from '../fleet/spawn-app.js'
import { freshDatabase } from '../support/databases.js'
import { startPrivateRedis } from '../support/redis.js'

const noRedis = inject('redis') === null

type Cause = NodeJS.Signals | 'its starter is gone'

async function ended(app: RunningApp, by: Cause = 'SIGTERM'): Promise<number | null> {
  const exit = once(app.process, 'exit')
  if (by === 'its starter is gone') app.process.disconnect()
  else app.process.kill(by)
  const how: unknown[] = await Promise.race([exit, sleep(20_000, ['still running'])])
  return how[0] as number | null
}

describe.skipIf(noRedis)('though Redis is away (skipped where redis-server is not installed)', () => {
  it.concurrent.for<App>(['api', 'coordinator', 'worker'])('ends the %s in good order', async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'cges-ending-'))
    const fresh = await freshDatabase()
    const redis = await startPrivateRedis(folder)
    const simulator = name === 'worker' ? await spawnApp('vllm-sim', { MODE: 'simulated', PORT: '0' }) : null
    const app = await spawnApp(name, {
      DATABASE_URL: fresh.url,
      REDIS_URL: redis?.url ?? '',
      PORT: '0',
      POOL: 'p',
      MODEL_SERVER_URL: simulator?.listening ?? '',
    })
    try {
      await sleep(300)
      await redis?.stop()
      await sleep(300)
      expect(await ended(app)).toBe(0)
    } finally {
      await app.kill('SIGKILL')
      await simulator?.kill('SIGKILL')
      await redis?.stop()
      await fresh.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('beside its stores', () => {
  it.each([
    ['api', 'SIGINT'],
    ['api', 'its starter is gone'],
    ['coordinator', 'SIGTERM'],
    ['coordinator', 'its starter is gone'],
  ] as const)('ends the %s in good order: %s', async (name, cause) => {
    const fresh = await freshDatabase()
    const app = await spawnApp(name, { DATABASE_URL: fresh.url, PORT: '0' })
    try {
      expect(await ended(app, cause)).toBe(0)
      expect(app.said()).not.toMatch(/error/i)
    } finally {
      await app.kill('SIGKILL')
      await fresh.drop()
    }
  })
})
