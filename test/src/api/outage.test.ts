import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  ListEvaluations,
  ListPools,
  pathOf,
  GetEvaluation,
  GetQueueDepth,
  SubmitEvaluation,
} from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freshDatabase } from '../support/databases.js'
import { freePort, type PrivateRedis, startPrivateRedis } from '../support/redis.js'
import { POOL } from '../support/evaluation-rows.js'
import { SPEC, submitted, useApi } from './use-api.js'

const MAIN = fileURLToPath(new URL('../../../apps/api/bundle/main.js', import.meta.url))

/** Starts an API that must fail to start, and returns how it ended. */
async function failedStart(variables: NodeJS.ProcessEnv): Promise<{ code: unknown; said: string }> {
  const { DATABASE_URL: _url, REDIS_URL: _redis, ...inherited } = process.env
  const child = fork(MAIN, { env: { ...inherited, ...variables }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.once('message', () => child.kill())
  const [code]: unknown[] = await once(child, 'close')
  return { code, said }
}

describe('while it starts', () => {
  it.concurrent.for<[string, NodeJS.ProcessEnv, RegExp]>([
    ['DATABASE_URL is not set', {}, /set DATABASE_URL to the PostgreSQL/],
    ['DATABASE_URL is no PostgreSQL', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must start with postgres/],
    [
      'the database cannot be reached',
      { DATABASE_URL: 'postgres://u:pw@127.0.0.1:1/x' },
      /127.0.0.1:1.*set DATABASE_URL/,
    ],
    ['REDIS_URL is no Redis', { DATABASE_URL: inject('postgres'), REDIS_URL: 'x' }, /REDIS_URL must start with redis/],
    [
      'Redis cannot be reached',
      { DATABASE_URL: inject('postgres'), REDIS_URL: 'redis://u:pw@127.0.0.1:1' },
      /127.0.0.1:1.*set REDIS_URL/,
    ],
    ['PORT is no port', { DATABASE_URL: inject('postgres'), PORT: '99999' }, /PORT/],
  ])('ends with 1 and says what to set where %s', async ([, variables, message]) => {
    const { code, said } = await failedStart({ PORT: '0', ...variables })
    expect(code).toBe(1)
    expect(said).toMatch(message)
    expect(said).not.toMatch(/pw|\n\s+at /)
  })

  it.concurrent('ends with 1 and says what to set where its port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const fresh = await freshDatabase()
    try {
      const { code, said } = await failedStart({ PORT: port, DATABASE_URL: fresh.url })
      expect(code).toBe(1)
      expect(said).toContain(`port ${port} on 127.0.0.1 is taken: set PORT to another`)
      expect(said).not.toContain('EADDRINUSE')
    } finally {
      taken.close()
      await fresh.drop()
    }
  })
})

describe('while the database is gone', () => {
  const api = useApi()

  it('lives on and says that it is not ready', async () => {
    const id = await submitted(api())
    expect((await api().get('/ready')).status).toBe(200)
    await api().dropDatabase()
    const ready = await api().get('/ready')
    expect(ready.status).toBe(503)
    expect(ready.body).toMatchObject({ status: 503, detail: expect.stringContaining('the database does not answer') })
    expect((await api().get('/health')).status).toBe(200)
    for (const path of [
      pathOf(GetEvaluation, { path: { id } }),
      pathOf(ListEvaluations),
      pathOf(ListPools),
      pathOf(GetQueueDepth, { path: { pool: POOL } }),
    ]) {
      const answer = await api().get(path)
      expect(answer.status, path).toBe(503)
      expect(answer.body).toMatchObject({ status: 503, detail: expect.stringMatching(/database/i) })
    }
    expect((await api().post(pathOf(SubmitEvaluation), SPEC)).status).toBe(503)
    expect(api().app.process.exitCode).toBeNull()
  })
})

describe('while every connection to the database is taken', () => {
  const api = useApi()

  it('refuses what waits too long for one, answers what needs none, and goes on when they are free', async () => {
    // Readers of one evaluation would share a read.
    const ids = await Promise.all(Array.from({ length: 40 }, () => submitted(api())))
    const holder = api().db.createQueryRunner()
    await holder.startTransaction()
    await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await holder.query('LOCK TABLE evaluation IN ACCESS EXCLUSIVE MODE')
    const waiting = ids.map((id) => api().get(pathOf(GetEvaluation, { path: { id } })))
    expect((await api().get('/health')).status).toBe(200)
    // Ten each hold a connection and wait for the table; the others wait 10 s for a connection.
    const first = await Promise.race(waiting)
    expect(first.status).toBe(503)
    expect(first.body).toMatchObject({ status: 503, detail: expect.stringMatching(/database/i) })
    await holder.rollbackTransaction()
    await holder.release()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
    expect((await api().get(pathOf(GetEvaluation, { path: { id: ids[0] ?? '' } }))).status).toBe(200)
  }, 60_000)
})

describe.skipIf(inject('redis') === null)('while Redis is gone (skipped where redis-server is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cges-api-redis-'))
  let redis: PrivateRedis | null = null
  beforeAll(async () => {
    redis = await startPrivateRedis(folder)
  })
  afterAll(async () => {
    await redis?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const api = useApi(() => ({ REDIS_URL: redis?.url ?? `redis://127.0.0.1:1` }))

  it('takes submissions and shows evaluations, and fails rather than tells an autoscaler 0', async () => {
    expect((await api().get(pathOf(GetQueueDepth, { path: { pool: POOL } }))).status).toBe(200)
    await redis?.stop()
    const depth = await api().get(pathOf(GetQueueDepth, { path: { pool: POOL } }))
    expect(depth.status).toBe(503)
    expect(depth.body).toMatchObject({ detail: expect.stringContaining(`queue of pool "${POOL}" cannot be read`) })
    const started = performance.now()
    const id = await submitted(api())
    expect((await api().get(pathOf(GetEvaluation, { path: { id } }))).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(2000)
    expect((await api().get('/ready')).status).toBe(200)
    expect(await freePort()).toBeGreaterThan(0)
  })
})
