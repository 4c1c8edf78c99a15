import type { EvaluationReason } from '@cges-fleet/core'
import {
  ensurePool,
  landSample,
  type DataSource,
  extendEvaluation,
  insertEvaluation,
  LOCAL_TEAM,
  reorderedCalls,
  selectDueCalls,
  takeLostCalls,
  type TeamId,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  newEvaluation,
  otherTeam,
  POOL,
  questions,
  round,
  select,
  selectOne,
  submit,
} from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase(12)

const benchmark = { questions: questions(40) }

async function planned(db: DataSource, team: TeamId, changes = {}) {
  const id = await submit(db, { team, benchmark, methods: ['sc@4'], changes })
  return { id, queued: (await round(db, id)).queued }
}

const limit = (db: DataSource, column: string, to: number) =>
  db.query(`UPDATE team SET ${column} = $1 WHERE id = $2`, [to, LOCAL_TEAM])

const statusOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; reason: EvaluationReason | null }>(
    db,
    'SELECT status, reason FROM evaluation WHERE id = $1',
    [id],
  )

it('puts a newcomer’s first sample beside what is being drawn, and a heavier team’s closer together', async () => {
  const db = database()
  const one = await otherTeam(db)
  const two = await otherTeam(db)
  await db.query('UPDATE team SET weight = 2 WHERE id = $1', [two])
  const first = await planned(db, LOCAL_TEAM)
  expect(first.queued).toHaveLength(32)
  for (const ref of first.queued.slice(0, 10)) await claim(db, ref)
  const tenth = first.queued[9]?.priority ?? 0
  const second = await planned(db, one)
  const third = await planned(db, two)
  expect(second.queued.slice(0, 2).map(({ priority }) => priority - tenth)).toEqual([16, 32])
  expect(third.queued.slice(0, 4).map(({ priority }) => priority - tenth)).toEqual([8, 16, 24, 32])
})

it('carries a team’s turns on from one evaluation to the next, and queues a sample again in its own place', async () => {
  const db = database()
  const first = await planned(db, LOCAL_TEAM)
  const second = await planned(db, LOCAL_TEAM)
  expect(second.queued[0]?.priority).toBe((first.queued.at(-1)?.priority ?? 0) + 16)
  await db.query(`UPDATE call SET queue_at = now() - interval '1 ms'`)
  const again = await takeLostCalls(db, await selectDueCalls(db, null))
  const placed = new Map(again.map((sample) => [`${sample.trialId}.${sample.index}`, sample.priority]))
  for (const sample of [...first.queued, ...second.queued]) {
    expect(placed.get(`${sample.trialId}.${sample.index}`)).toBe(sample.priority)
  }
})

it('books what samples took, and plans the next ones by it', async () => {
  const db = database()
  const { id } = await planned(db, LOCAL_TEAM)
  await landAll(db, () => drawn('0'))
  await db.query('UPDATE sample SET completion_tokens = 999, prompt_tokens = 16')
  await round(db, id)
  expect(await select(db, 'SELECT calls::int, gpu_ms AS gpu, work FROM usage')).toEqual([
    { calls: 32, gpu: 32 * 512, work: 32_000 },
  ])
  expect(await select(db, `SELECT DISTINCT cost FROM call WHERE state = 'pending'`)).toEqual([{ cost: 1000 }])
  const other = await planned(db, await otherTeam(db))
  expect(
    await select(db, `SELECT DISTINCT cost FROM call WHERE state = 'pending' AND evaluation_id = $1`, [other.id]),
  ).toEqual([{ cost: 1000 }])
})

it('gives a team no place before one it was given already, however little its samples took', async () => {
  const db = database()
  const { id, queued } = await planned(db, LOCAL_TEAM)
  const first = await selectOne<{ last: number }>(db, 'SELECT max(tag) AS last FROM call')
  for (const ref of queued.slice(0, 8)) {
    const sample = await claim(db, ref)
    expect(await landSample(db, sample, drawn('0'))).toBe(true)
  }
  await db.query('UPDATE sample SET completion_tokens = 1')
  await round(db, id)
  const next = await selectOne<{ first: number }>(db, 'SELECT min(tag) AS first FROM call WHERE tag > $1', [first.last])
  expect(await selectOne(db, 'SELECT count(DISTINCT tag)::int AS n FROM call')).toEqual({ n: 40 })
  expect(next.first).toBeGreaterThan(first.last)
})

it('keeps a team within its limit in flight, however many of its evaluations plan at once', async () => {
  const db = database()
  await limit(db, 'max_samples_in_flight', 20)
  const ids = await Promise.all([1, 2, 3, 4].map(() => submit(db, { benchmark, methods: ['sc@4'] })))
  await Promise.all(ids.map((id) => round(db, id)))
  const live = () => selectOne<{ n: number }>(db, `SELECT count(*)::int AS n FROM call WHERE live`)
  expect(await live()).toEqual({ n: 20 })
  await landAll(db, () => drawn('0'))
  await Promise.all(ids.map((id) => round(db, id)))
  expect(await live()).toEqual({ n: 20 })
  for (const id of ids) expect(await statusOf(db, id)).toMatchObject({ status: 'running' })
})

it('takes no place in other pools for what waits in a paused one, and plans no more in that one', async () => {
  const db = database()
  await limit(db, 'max_samples_in_flight', 20)
  await ensurePool(db, 'another', { model: 'm', provenance: 'simulated' })
  const there = await planned(db, LOCAL_TEAM)
  expect(there.queued).toHaveLength(20)
  const elsewhere = await submit(db, { benchmark, methods: ['sc@4'], changes: { pool: 'another' } })
  expect((await round(db, elsewhere)).queued).toHaveLength(0)
  await claim(db, there.queued[0] ?? { callId: '' })
  await db.query('UPDATE pool SET paused_at = now() WHERE name = $1', [POOL])
  expect((await round(db, elsewhere)).queued).toHaveLength(19)
  expect((await planned(db, LOCAL_TEAM)).queued).toHaveLength(0)
  await db.query('UPDATE pool SET paused_at = NULL')
  expect((await round(db, elsewhere)).queued).toHaveLength(0)
})

it.each([
  ['max_tokens_per_day', 400_000, 'team_tokens_of_call'],
  ['max_gpu_seconds_per_month', 20, 'team_gpu_seconds'],
])('stops at a team’s limit %s with what was drawn kept, and goes on when there is room', async (column, most, why) => {
  const db = database()
  await limit(db, column, most)
  const id = await submit(db, { benchmark, methods: ['sc@4'] })
  for (let step = 0; step < 40; step += 1) {
    await round(db, id)
    if ((await landAll(db, () => drawn('0', { completionTokens: 4000 }))) === 0) break
  }
  const { status, reason } = await statusOf(db, id)
  expect(status).toBe('budget_stopped')
  expect(reason?.kind).toBe(why)
  const [used] = await select<{ tokens: number; gpu: number }>(
    db,
    'SELECT tokens::int, gpu_ms / 1000 AS gpu FROM usage',
  )
  expect(column === 'max_tokens_per_day' ? used?.tokens : used?.gpu).toBeLessThanOrEqual(most)
  expect(column === 'max_tokens_per_day' ? used?.tokens : used?.gpu).toBeGreaterThan(0.8 * most)
  await limit(db, column, 100 * most)
  expect(await extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: {} })).toEqual({ kind: 'extended' })
  expect((await round(db, id)).queued).toHaveLength(32)
})

it('caps every evaluation of a team at the calls it is allowed', async () => {
  const db = database()
  await limit(db, 'max_calls_per_evaluation', 50)
  await submit(db, { benchmark, changes: { caps: { calls: 20 } } })
  await submit(db, { benchmark, changes: { caps: { calls: 200 } } })
  await submit(db, { benchmark })
  const caps = await select<{ cap: number }>(db, 'SELECT call_cap AS cap FROM spending ORDER BY 1')
  expect(caps).toEqual([{ cap: 20 }, { cap: 50 }, { cap: 50 }])
})

it('lets interactive work go before everything else, the teams in turns', async () => {
  const db = database()
  const other = await otherTeam(db)
  const ordinary = await planned(db, LOCAL_TEAM)
  const mine = await planned(db, LOCAL_TEAM, { interactive: true })
  const theirs = await planned(db, other, { interactive: true })
  expect(mine.queued.slice(0, 3).map(({ priority }) => priority)).toEqual([1, 2, 3])
  expect(theirs.queued.slice(0, 3).map(({ priority }) => priority)).toEqual([1, 2, 3])
  const last = Math.max(...[...mine.queued, ...theirs.queued].map(({ priority }) => priority))
  expect(Math.min(...ordinary.queued.map(({ priority }) => priority))).toBeGreaterThan(last)
})

it('begins its numbers anew when they run out, in the same order', async () => {
  const db = database()
  const first = await planned(db, LOCAL_TEAM)
  expect(await reorderedCalls(db)).toEqual([])
  // As after some 94,000 samples: the next tag is beyond what fits.
  await db.query('UPDATE turn SET last_tag = last_tag + 32 * 1500000')
  await db.query('UPDATE call SET tag = tag + 32 * 1500000')
  await claim(db, first.queued[0] ?? { callId: '' })
  const second = await planned(db, LOCAL_TEAM)
  expect(Math.max(...second.queued.map(({ priority }) => priority))).toBeLessThan(3000)
  const reordered = await reorderedCalls(db)
  expect(reordered).toHaveLength(63)
  const priorities = reordered.map(({ priority }) => priority)
  expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
  expect(new Set(priorities).size).toBe(63)
  const place = new Map(reordered.map((sample) => [`${sample.trialId}.${sample.index}`, sample.priority]))
  for (const sample of second.queued) expect(place.get(`${sample.trialId}.${sample.index}`)).toBe(sample.priority)
})

it('lends the slots of teams without work, and divides them by weight among those with it', async () => {
  const db = database()
  const wanted = await newEvaluation(db, { benchmark: { questions: questions(400) }, methods: ['sc@4'] })
  const worker = `INSERT INTO worker (id, pool, slots, ready) VALUES (gen_random_uuid(), $1, 200, true)`
  await db.query(worker, [POOL])
  const inserted = await insertEvaluation(db, LOCAL_TEAM, wanted)
  const id = inserted.kind === 'conflict' ? '' : inserted.id
  expect((await round(db, id)).queued).toHaveLength(400)
  const other = await otherTeam(db)
  await db.query('UPDATE team SET weight = 3 WHERE id = $1', [other])
  const theirs = await submit(db, { team: other, benchmark: { questions: questions(400) }, methods: ['sc@4'] })
  expect((await round(db, theirs)).queued).toHaveLength(300)
})
