import { type DataSource, heartbeat, LOCAL_TEAM, newId, selectRoom, takeLanded, transaction } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { claim, drawn, POOL, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const countersOf = (db: DataSource, id: string) =>
  selectOne(db, 'SELECT samples_drawn AS drawn, attempts FROM evaluation WHERE id = $1', [id])

it('reads every landed sample once, counting draws apart from attempts', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@3'] })
  await round(db, id)
  await db.query('UPDATE call SET fence = 2 WHERE index = 2')
  const outcomes = ['answer', 'truncated', 'infra_error'] as const
  await landAll(db, ({ index }) => drawn('0', { outcome: outcomes[index] ?? 'answer' }))
  const taken = await transaction(db, (tx) => takeLanded(tx, { id, callsPerSample: 1 }))
  const used = {
    calls: 6,
    tokens: 6 * 33,
    promptTokens: 6 * 11,
    gpuMs: 6 * 512,
    work: 6 * (22 + 11 / 16),
    bytes: 6 * '\\boxed{0}'.length,
  }
  expect(taken).toEqual({ trialIds: expect.any(Array), taken: 6, more: false, used })
  expect(new Set(taken.trialIds)).toHaveLength(2)
  expect(await countersOf(db, id)).toEqual({ drawn: 4, attempts: 2 * (1 + 1 + 3) })
  expect(await transaction(db, (tx) => takeLanded(tx, { id, callsPerSample: 1 }))).toEqual({
    trialIds: [],
    taken: 0,
    more: false,
    used: { calls: 0, tokens: 0, promptTokens: 0, gpuMs: 0, work: 0, bytes: 0 },
  })
  expect(await countersOf(db, id)).toEqual({ drawn: 4, attempts: 10 })
  expect(await select(db, 'SELECT DISTINCT state FROM sample')).toEqual([{ state: 'read' }])
  expect(await select(db, 'SELECT DISTINCT read FROM trial')).toEqual([{ read: 3 }])
  expect(await selectOne(db, 'SELECT sum(samples)::int AS n FROM progress')).toEqual({ n: 6 })
})

it('has read nothing where the round did not end', async () => {
  const db = database()
  const id = await submit(db)
  await round(db, id)
  await landAll(db, () => drawn('0'))
  const broken = transaction(db, async (tx) => {
    await takeLanded(tx, { id, callsPerSample: 1 })
    throw new Error('killed')
  })
  await expect(broken).rejects.toThrow('killed')
  expect(await countersOf(db, id)).toEqual({ drawn: 0, attempts: 0 })
  await round(db, id)
  expect(await countersOf(db, id)).toEqual({ drawn: 4, attempts: 4 })
})

it('reads 2,000 samples a round and asks for another', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], benchmark: { questions: questions(2_100) } })
  // Three rounds until all trials are there.
  for (let made = 0; made < 3; made++) await round(db, id)
  await db.query(`DELETE FROM call`)
  await db.query(
    `INSERT INTO call (id, kind, trial_id, index, team_id, evaluation_id, pool, queue_at, seed, state, fence, claimed_at)
     SELECT gen_random_uuid(), 'draw', id, 0, team_id, evaluation_id, 'p', now(), 0, 'ended', 1, now() FROM trial`,
  )
  await db.query(
    `INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, outcome, landed_at)
     SELECT id, 0, team_id, evaluation_id, 'landed', 'ended_early', now() FROM trial`,
  )
  await db.query(`UPDATE trial SET requested = 1`)
  expect((await round(db, id)).more).toBe(true)
  expect(await countersOf(db, id)).toEqual({ drawn: 2_000, attempts: 2_000 })
  expect((await round(db, id)).more).toBe(false)
  expect(await countersOf(db, id)).toEqual({ drawn: 2_100, attempts: 2_100 })
})

it('keeps pending and leased samples within twice the evaluation’s share of the slots, and 32 at least', async () => {
  const db = database()
  const wanted = { methods: ['sc@8'], benchmark: { questions: questions(40) } }
  const id = await submit(db, wanted)
  const live = async () => {
    await round(db, id)
    const row = await selectOne<{ n: number }>(
      db,
      `SELECT count(*)::int AS n FROM call WHERE evaluation_id = $1 AND live`,
      [id],
    )
    return row.n
  }
  expect(await live()).toBe(32)
  expect(await live()).toBe(32)
  const worker = { pool: POOL, slots: 40, ready: true, reason: null, engine: null }
  const first = newId()
  await heartbeat(db, { ...worker, id: first })
  expect(await live()).toBe(80)
  await heartbeat(db, { ...worker, id: newId(), ready: false })
  await heartbeat(db, { ...worker, id: newId(), slots: 10 })
  await db.query(`UPDATE worker SET heartbeat_at = now() - interval '31 seconds' WHERE slots = 10`)
  expect(await live()).toBe(80)
  const other = await submit(db, wanted)
  const NOTHING = { calls: 0, tokens: 0 }
  expect(await selectRoom(db, { id, teamId: LOCAL_TEAM, pool: POOL }, NOTHING)).toMatchObject({ free: 0 })
  expect(await selectRoom(db, { id: other, teamId: LOCAL_TEAM, pool: POOL }, NOTHING)).toMatchObject({ free: 40 })
  const landed = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE evaluation_id = $1 LIMIT 50`,
    [id],
  )
  for (const ref of landed) await claim(db, ref)
  expect(await live()).toBe(80)
})

it('plans every index once, trials in the order they were made', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@5', 'cges:confidence=lns-arith,gamma=0.9@3'] })
  const { queued, more } = await round(db, id)
  expect(more).toBe(false)
  const order = await select<{ id: string }>(db, 'SELECT id FROM trial ORDER BY ordinal')
  const expected = order.flatMap((trial) => [0, 1, 2, 3, 4].map((index) => ({ trialId: trial.id, index })))
  expect(queued).toEqual(
    expected.map((ref, at) => ({
      ...ref,
      callId: expect.any(String),
      kind: 'draw',
      rankingId: null,
      repair: null,
      fence: 0,
      pool: POOL,
      traceparent: null,
      priority: 1001 + 16 * (at + 1),
    })),
  )
  expect((await round(db, id)).queued).toEqual([])
})

it('plans, decides and counts as one, though two coordinators run a round at once', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@3'], benchmark: { questions: questions(8) } })
  for (;;) {
    const rounds = await Promise.all(Array.from({ length: 4 }, () => round(db, id)))
    const planned = rounds.reduce((sum, { queued }) => sum + queued.length, 0)
    const landed = await landAll(db, () => drawn('1'))
    expect(landed).toBe(planned)
    if (landed === 0) break
  }
  expect(await countersOf(db, id)).toEqual({ drawn: 24, attempts: 24 })
  const row = await selectOne(db, 'SELECT status, trials_closed AS closed FROM evaluation WHERE id = $1', [id])
  expect(row).toEqual({ status: 'done', closed: 8 })
})

it('does nothing for an evaluation there is not', async () => {
  expect(await round(database(), newId())).toMatchObject({ queued: [], more: false })
})

it('fails an evaluation whose rule refuses its samples, with the reason, once and for all', async () => {
  const db = database()
  const id = await submit(db, { methods: ['cges:confidence=lns-arith,gamma=0.9,support=2@8'] })
  for (let drawnSoFar = 0; drawnSoFar < 8; drawnSoFar++) {
    await round(db, id)
    const { status } = await selectOne<{ status: string }>(db, 'SELECT status FROM evaluation')
    if (status !== 'running') break
    await landAll(db, ({ index }) => drawn(`answer ${index}`, { signals: { 'lns-arith': 0.5 } }))
  }
  const ended = await selectOne(db, 'SELECT status, reason, digest FROM evaluation')
  expect(ended).toEqual({
    status: 'failed',
    reason: { kind: 'undecidable', counts: {}, why: expect.stringMatching(/support|distinct|answers/) },
    digest: null,
  })
  expect(await round(db, id)).toMatchObject({ queued: [], more: false })
})
