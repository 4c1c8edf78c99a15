import { randomBytes } from 'node:crypto'
import { ImportBatch, Sampling } from '@cges-fleet/core'
import {
  claimCall,
  type DataSource,
  type DrawnSample,
  deregisterWorker,
  endCall,
  ensurePool,
  forgetExpired,
  giveUpCall,
  heartbeat,
  landSample,
  landSamples,
  listPools,
  newId,
  notePools,
  renewLeases,
} from '@cges-fleet/db'
import { describe, expect, it } from 'vitest'
import {
  claim,
  drawn,
  plannedSample,
  POOL,
  round,
  select,
  selectOne,
  sibling,
  registerSilent,
  TERMS,
  WORKER,
} from '../support/evaluation-rows.js'
import { importedSample } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

// Numbers and texts that no server or worker should send. Each is refused where it comes in, so that none can stop the rounds
// of others, refund a team or fill the API's answers.

const database = useDatabase()
const worker = { ...WORKER, pool: POOL, slots: 4, ready: true, reason: null, engine: 'e' }

const register = (db: DataSource, changes: Partial<typeof worker> = {}) =>
  heartbeat(db, { ...worker, id: newId(), ...changes })

describe('a sample', () => {
  it.each<[string, Partial<DrawnSample>]>([
    ['negative tokens', { completionTokens: -47_529_916 }],
    ['negative prompt tokens', { promptTokens: -1 }],
    ['two billion tokens', { promptTokens: 2_000_000_000, completionTokens: 2_000_000_000 }],
    ['three billion tokens', { completionTokens: 3_000_000_000 }],
    ['a negative duration', { totalMs: -1 }],
    ['a duration of years', { ttftMs: 1e12 }],
    ['a finish reason of a page', { finishReason: 'x'.repeat(2000) }],
    ['an answer of a megabyte', { rawAnswer: 'x'.repeat(1_000_000), answerKey: 'x' }],
    ['an engine of a megabyte', { engine: 'x'.repeat(1_000_000) }],
  ])('with %s is refused, and the rounds go on', async (_, changes) => {
    const db = database()
    const first = await plannedSample(db)
    const second = await claim(db, await sibling(db, first, 1))
    const held = await claim(db, first)
    await expect(landSample(db, held, drawn('1', changes))).rejects.toThrow(/violates check constraint|out of range/)
    expect(await landSample(db, second, drawn('1'))).toBe(true)
    await round(db, first.evaluationId)
    expect(await landSample(db, held, drawn('1'))).toBe(true)
    await round(db, first.evaluationId)
    expect(await selectOne(db, `SELECT tokens::float8, calls FROM spending`)).toEqual({ tokens: 66, calls: 2 })
  })

  it('lets only its own process change or remove a worker', async () => {
    const db = database()
    const worker = { id: newId(), secret: newId(), pool: POOL, slots: 2, ready: true, reason: null, engine: null }
    const count = () => selectOne(db, 'SELECT slots FROM worker WHERE id = $1', [worker.id]).catch(() => null)
    await ensurePool(db, POOL, { model: 'm', provenance: 'simulated' })
    await heartbeat(db, worker)
    await expect(heartbeat(db, { ...worker, secret: newId(), slots: 9 })).rejects.toThrow(
      /registered by another process/,
    )
    await deregisterWorker(db, { id: worker.id, secret: newId() })
    expect(await count()).toEqual({ slots: 2 })
    await deregisterWorker(db, worker)
    expect(await count()).toBeNull()
  })

  it('with GPU time below zero, or of centuries, is refused', async () => {
    const db = database()
    const held = await claim(db, await plannedSample(db))
    for (const gpuMs of [-1, 1e15]) {
      await expect(landSample(db, { ...held, gpuMs }, drawn('1'))).rejects.toThrow(/check constraint/)
    }
  })

  it('of the most tokens there can be, many times over, is added up', async () => {
    const db = database()
    const most = drawn('1', { promptTokens: 16_777_216, completionTokens: 16_777_216 })
    const { evaluationId } = await plannedSample(db, { methods: ['sc@64'], changes: { replicates: 8 } })
    let landed = 0
    for (let count = 0; count < 40 && landed < 200; count += 1) {
      const calls = await select<{ callId: string }>(db, `SELECT id AS "callId" FROM call WHERE state = 'pending'`)
      const held = await Promise.all(calls.map((call) => claim(db, call)))
      landed += held.length
      if (held.length > 0)
        await landSamples(
          db,
          held.map((attempt) => ({ ...attempt, drawn: most })),
        )
      await round(db, evaluationId)
    }
    const { tokens } = await selectOne<{ tokens: number }>(db, `SELECT tokens::float8 FROM spending`)
    expect(landed).toBeGreaterThan(150)
    expect(tokens).toBe(landed * 2 * 16_777_216)
  })

  it('with an answer as long as answers may be lets its rounds go on', async () => {
    const db = database()
    const first = await plannedSample(db, { methods: ['sc@2'], benchmark: { answerKind: 'text' } })
    for (const ref of [first, await sibling(db, first, 1)]) {
      const answer = randomBytes(3000).toString('base64')
      await landSample(db, await claim(db, ref), drawn(answer))
    }
    await round(db, first.evaluationId)
    expect(await selectOne(db, `SELECT state FROM trial WHERE id = $1`, [first.trialId])).toEqual({ state: 'closed' })
  })
})

describe('an attempt that stores nothing', () => {
  it.each([{ promptTokens: -5 }, { completionTokens: 2_000_000_000 }, { gpuMs: -1 }])(
    'ends with %o: refused',
    async (took) => {
      const db = database()
      const held = await claim(db, await plannedSample(db))
      await expect(endCall(db, held, { state: 'settled', ...took })).rejects.toThrow(/check constraint/)
    },
  )

  it('is tried again within a day, whatever back-off it asks for', async () => {
    const db = database()
    const held = await claim(db, await plannedSample(db))
    await endCall(db, held, { state: 'failed', reason: 'x'.repeat(100_000), backOffMs: 1e15 })
    const late = `SELECT queue_at > now() + interval '25 hours' AS late FROM call WHERE id = $1`
    expect(await selectOne(db, late, [held.callId])).toEqual({ late: false })
    expect(await selectOne(db, `SELECT length(reason) AS long FROM call_ledger`)).toEqual({ long: 1000 })
  })

  it('leaves its reason to the sample that is given up', async () => {
    const db = database()
    const ref = await plannedSample(db)
    for (const reason of ['503', 'finish_reason insufficient_system_resource']) {
      await endCall(db, await claim(db, ref), { state: 'failed', reason, backOffMs: 0 })
    }
    await registerSilent(db, WORKER, { maxDeliveries: 2 })
    await giveUpCall(db, ref.callId, WORKER)
    expect(await selectOne(db, `SELECT error FROM sample`)).toEqual({
      error: 'given up after 2 deliveries: finish_reason insufficient_system_resource',
    })
  })
})

describe('a lease', () => {
  it.each([1e15, 0, -1, Number.NaN, Infinity])('of %s ms is refused, with what to set', async (leaseMs) => {
    const db = database()
    const ref = await plannedSample(db)
    await expect(claimCall(db, ref.callId, { ...TERMS, leaseMs })).rejects.toThrow(
      /a lease must be from 1 to 86400000 ms/,
    )
    const held = await claim(db, ref)
    await expect(renewLeases(db, [held], leaseMs)).rejects.toThrow(/LEASE_MS/)
    const [{ n } = { n: 0 }] = await select<{ n: number }>(
      db,
      `SELECT count(*)::int AS n FROM call WHERE lease_until > now() + interval '2 minutes'`,
    )
    expect(n).toBe(0)
  })
})

describe('a worker', () => {
  it('that announces 2,147,483,647 slots, twice, is refused; rounds and notes of pools go on', async () => {
    const db = database()
    const { evaluationId } = await plannedSample(db)
    for (const slots of [2_147_483_647, 2_147_483_647, 1025, 0, -1]) {
      await expect(register(db, { slots })).rejects.toThrow(/from 1 to 1024 slots, not -?\d+: set WORKER_CONCURRENCY/)
    }
    await register(db, { slots: 1024 })
    await round(db, evaluationId)
    expect(await notePools(db)).toBe(1)
    expect(await selectOne(db, `SELECT slots FROM pool_point WHERE step = 10`)).toEqual({ slots: 1024 })
  })

  it('that gives a name, a reason and an engine of ten megabytes has them cut', async () => {
    const db = database()
    await plannedSample(db)
    const engine = 'e'.repeat(10_000_000)
    await heartbeat(db, { ...worker, name: engine, ready: false, reason: engine, engine })
    await heartbeat(db, { ...worker, name: engine, ready: false, reason: engine, engine })
    expect(JSON.stringify(await listPools(db)).length).toBeLessThan(3000)
  })

  it('finds no room in a pool that has 2,000, and keeps its own', async () => {
    const db = database()
    await plannedSample(db)
    await heartbeat(db, worker)
    await db.query(
      `INSERT INTO worker (id, pool, slots, ready) SELECT gen_random_uuid(), $1, 1024, true FROM generate_series(1, 1999)`,
      [POOL],
    )
    await expect(register(db)).rejects.toThrow(/pool test-pool has 2000 workers/)
    await heartbeat(db, worker)
    await notePools(db)
    expect(await selectOne(db, `SELECT slots FROM pool_point WHERE step = 10`)).toEqual({ slots: 1999 * 1024 + 4 })
  })
})

it('forgets workers that disappeared an hour ago, and no others', async () => {
  const db = database()
  await plannedSample(db)
  for (const minutes of [1, 59, 61, 10_000]) {
    const id = newId()
    await heartbeat(db, { ...worker, id })
    await db.query(`UPDATE worker SET heartbeat_at = now() - $2::int * interval '1 minute' WHERE id = $1`, [
      id,
      minutes,
    ])
  }
  await forgetExpired(db, { auditDays: 365, refusalDays: 30 })
  expect(await selectOne(db, `SELECT count(*)::int AS left FROM worker WHERE ready`)).toEqual({ left: 2 })
})

describe('a pool', () => {
  it.each(['model', 'revision', 'rewardModel', 'stepScorer'])('with a %s of a megabyte is refused', async (name) => {
    const serves = { model: 'm', provenance: 'simulated', [name]: 'x'.repeat(1_000_000) }
    const entered = database().query(`SELECT * FROM enter_pool('other', $1)`, [JSON.stringify(serves)])
    await expect(entered).rejects.toThrow(/check constraint/)
  })

  it.each([-1, 0, 2_000_000_000])('with a context of %i tokens is refused', async (maxModelLen) => {
    const serves = { model: 'm', provenance: 'simulated', maxModelLen }
    const entered = database().query(`SELECT * FROM enter_pool('other', $1)`, [JSON.stringify(serves)])
    await expect(entered).rejects.toThrow(/check constraint/)
  })
})

describe('an account', () => {
  it.each(['calls', 'tokens', 'gpu_ms', 'work'])('never falls below zero %s', async (column) => {
    const db = database()
    const first = await plannedSample(db)
    await landSample(db, await claim(db, first), drawn('1'))
    await round(db, first.evaluationId)
    for (const table of ['usage', 'spending']) {
      await expect(db.query(`UPDATE ${table} SET ${column} = -1`)).rejects.toThrow(/check constraint/)
    }
  })
})

it.each([-1, 2_000_000_000, 3_000_000_000, 1.5])('a log with %s tokens is refused by name', (tokens) => {
  const batch = ImportBatch.safeParse({
    samples: [importedSample('q', 0), importedSample('q', 1, { promptTokens: tokens })],
  })
  expect(batch.error?.issues).toMatchObject([
    { path: ['samples', 1, 'promptTokens'], message: 'must be a whole number of tokens from 0 to 16,777,216' },
  ])
})

it.each([0, 16_777_217, 1e15])('a token limit of %i is refused', (maxTokens) => {
  expect(Sampling.partial().safeParse({ maxTokens }).error?.issues).toMatchObject([
    { message: 'must be a whole number from 1 to 16,777,216' },
  ])
})
