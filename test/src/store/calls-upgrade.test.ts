import {
  type DataSource,
  landRanking,
  landSample,
  migrate,
  openDatabase,
  claimCall,
  returnExpiredLeases,
} from '@cges-fleet/db'
import { GRADING_VERSION } from '@cges-fleet/answers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drawn, questions, round, select, selectOne, submit, TERMS } from '../support/evaluation-rows.js'
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js'
import { landAll } from '../support/land-all.js'
import { ATTEMPTS, PLANNED_SAMPLES } from '../support/planned-samples.js'
import { recount } from '../support/recount.js'
import {
  ENTER_POOL,
  evaluationBefore,
  rankingsBefore,
  type SampleBefore,
  samplesBefore,
  WORKER,
} from './calls-before.js'

let fresh: FreshDatabase
let db: DataSource
let upgrade: () => Promise<unknown>

/** A database with the schema before calls. */
beforeEach(async () => {
  fresh = await freshDatabase()
  db = await openDatabase({ url: fresh.url, application: 'test', connections: 4 })
  await db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const from = db.migrations.findIndex(({ name }) => name?.startsWith('Calls') === true)
  const later = db.migrations.splice(from)
  await db.runMigrations({ transaction: 'each' })
  await db.query(ENTER_POOL)
  upgrade = () => {
    db.migrations.push(...later)
    return migrate(db)
  }
})

afterEach(async () => {
  await db.destroy()
  await fresh.drop()
})

const settled = (fence: number) => ({ kind: 'draw', fence, state: 'settled' }) as const
const answerTo = (index: number) => String(index % 3)
const read = (index: number): SampleBefore => {
  return { index, state: 'read', fence: 1, answer: answerTo(index), attempts: [settled(1)] }
}

/** One sample in every state that there is, with every way that got it there. */
const SAMPLES: readonly SampleBefore[] = [
  read(0),
  {
    ...read(1),
    fence: 2,
    attempts: [{ kind: 'draw', fence: 1, state: 'lost' }, settled(2)],
  },
  {
    index: 2,
    state: 'landed',
    fence: 2,
    answer: answerTo(2),
    unclear: 1,
    attempts: [
      { kind: 'draw', fence: 1, state: 'failed' },
      settled(2),
      { kind: 'score', fence: 1, state: 'failed' },
      { kind: 'score', fence: 2, state: 'settled' },
    ],
  },
  {
    index: 3,
    state: 'leased',
    fence: 3,
    unclear: 1,
    attempts: [
      { kind: 'draw', fence: 1, state: 'discarded' },
      { kind: 'draw', fence: 2, state: 'handed_back' },
      { kind: 'draw', fence: 3, state: 'started' },
      { kind: 'score', fence: 3, state: 'started' },
    ],
  },
  { index: 4, state: 'pending', fence: 0, attempts: [] },
  { index: 5, state: 'pending', fence: 1, attempts: [{ kind: 'draw', fence: 1, state: 'lost' }] },
]

/** Rounds and landings in turn until nothing moves any more. */
async function finish(id: string): Promise<string | null> {
  for (let step = 0; step < 60; step += 1) {
    await round(db, id)
    await landAll(db, ({ index }) => drawn(answerTo(index)))
    await rankAll()
  }
  const { status, digest } = await selectOne<{ status: string; digest: string | null }>(
    db,
    'SELECT status, digest FROM evaluation WHERE id = $1',
    [id],
  )
  expect(status).toBe('done')
  return digest
}

/** Answers every ranking that is asked for; every third cannot be read at first. */
async function rankAll(): Promise<void> {
  const pending = await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE kind = 'rank' AND state = 'pending'`,
  )
  for (const { callId } of pending) {
    const ranking = await claimCall(db, callId, TERMS)
    if (ranking?.kind !== 'rank') throw new Error('a ranking could not be claimed')
    const easiestFirst = ranking.questions.map((_, place) => place + 1)
    expect(await landRanking(db, ranking, { easiestFirst, promptTokens: 11, completionTokens: 22 })).toBe(true)
  }
}

const SPENT = `
UPDATE evaluation e SET samples_drawn = s.n, attempts = s.attempts
FROM (SELECT count(*)::int AS n, sum(fence)::int AS attempts FROM sample WHERE state = 'read') s WHERE e.id = $1`

it('moves samples of every state with all their attempts, and finishes the evaluation with the digest it would have had', async () => {
  const wanted = { methods: ['sc@6'], benchmark: { questions: questions(3) } }
  const { id, trials } = await evaluationBefore(db, wanted)
  const [first = '', second = ''] = trials
  await samplesBefore(db, first, SAMPLES)
  await samplesBefore(db, second, [read(0), read(1), read(2)])
  await db.query('UPDATE sample SET grading_version = $1 WHERE outcome IS NOT NULL', [GRADING_VERSION])
  await db.query(SPENT, [id])
  const before = await select(
    db,
    `SELECT trial_id, index, kind, fence, worker_id, state, prompt_tokens, started_at FROM call_ledger ORDER BY 1, 2, 3, 4`,
  )
  const seeds = await select(db, 'SELECT trial_id, index, seed, state, fence FROM sample ORDER BY 1, 2')
  await upgrade()

  const moved = `SELECT trial_id, index, kind, fence, worker_id, state, prompt_tokens, started_at FROM ${ATTEMPTS} l ORDER BY 1, 2, 3, 4`
  expect(await select(db, moved)).toEqual(
    before.map((row) =>
      (row as { state: string }).state === 'started' ? { ...(row as object), prompt_tokens: null } : row,
    ),
  )
  expect(
    await select(db, `SELECT trial_id, index, seed, state, fence FROM ${PLANNED_SAMPLES} s ORDER BY 1, 2`),
  ).toEqual(seeds)
  expect(
    await select(db, `SELECT index, state, outcome, unclear_faults FROM sample WHERE trial_id = $1 ORDER BY 1`, [
      first,
    ]),
  ).toEqual([
    { index: 0, state: 'read', outcome: 'answer', unclear_faults: 0 },
    { index: 1, state: 'read', outcome: 'answer', unclear_faults: 0 },
    { index: 2, state: 'landed', outcome: 'answer', unclear_faults: 1 },
  ])

  const [held] = await select<{ callId: string; fence: number }>(
    db,
    `SELECT id AS "callId", fence FROM call WHERE kind = 'draw' AND state = 'leased' AND worker_id = $1`,
    [WORKER],
  )
  if (held === undefined) throw new Error('nothing is under way')
  expect(await landSample(db, { ...held, fence: 2 }, drawn('2'))).toBe(false)
  expect(await landSample(db, held, drawn(answerTo(3)))).toBe(true)
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE kind = 'score' AND state = 'leased'`)
  expect(await returnExpiredLeases(db)).toBe(1)
  expect(await finish(id)).toBe(await finish(await submit(db, wanted)))
  const { stored, counted } = await recount(db, id)
  expect({ ...(stored as object), moved: 0 }).toEqual({ ...(counted as object), moved: 0 })
})

it('moves rankings of every state, asks for what was open and counts what no round had counted', async () => {
  const { id } = await evaluationBefore(db, { methods: ['dsc@4'], benchmark: { questions: questions(5) } })
  const rank = (index: number, fence: number, state: string) => ({ kind: 'rank', index, fence, state }) as const
  await rankingsBefore(db, { evaluation: id, method: 'dsc@4', questions: 5 }, [
    { batch: 0, state: 'landed', tries: 1, fence: 1, reserved: true, queued: true, attempts: [rank(0, 1, 'settled')] },
    { batch: 1, state: 'pending', tries: 0, fence: 0, reserved: false, queued: false, attempts: [] },
    { batch: 2, state: 'pending', tries: 0, fence: 0, reserved: true, queued: true, attempts: [] },
    { batch: 3, state: 'pending', tries: 0, fence: 1, reserved: true, queued: true, attempts: [rank(0, 1, 'failed')] },
    {
      batch: 4,
      state: 'pending',
      tries: 1,
      fence: 1,
      reserved: true,
      queued: false,
      attempts: [rank(0, 1, 'settled')],
    },
    {
      batch: 5,
      state: 'leased',
      tries: 1,
      fence: 3,
      reserved: true,
      queued: true,
      attempts: [rank(0, 1, 'lost'), rank(0, 2, 'settled'), rank(1, 3, 'started')],
    },
  ])
  await upgrade()
  expect(
    await select(
      db,
      `SELECT r.batch, r.state, r.tries, r.reserved, k.index, k.state AS call, k.fence, k.deliveries, k.seed::int,
              (SELECT count(*)::int FROM call_ledger l WHERE l.call_id = k.id) AS ended
       FROM ranking r LEFT JOIN call k ON k.ranking_id = r.id ORDER BY 1, 5`,
    ),
  ).toEqual([
    {
      batch: 0,
      state: 'landed',
      tries: 1,
      reserved: true,
      index: 0,
      call: 'ended',
      fence: 1,
      deliveries: 0,
      seed: 0,
      ended: 1,
    },
    {
      batch: 1,
      state: 'open',
      tries: 0,
      reserved: false,
      index: null,
      call: null,
      fence: null,
      deliveries: null,
      seed: null,
      ended: 0,
    },
    {
      batch: 2,
      state: 'open',
      tries: 1,
      reserved: true,
      index: 0,
      call: 'pending',
      fence: 0,
      deliveries: 0,
      seed: 2048,
      ended: 0,
    },
    {
      batch: 3,
      state: 'open',
      tries: 1,
      reserved: true,
      index: 0,
      call: 'pending',
      fence: 1,
      deliveries: 1,
      seed: 3072,
      ended: 1,
    },
    {
      batch: 4,
      state: 'open',
      tries: 1,
      reserved: true,
      index: 0,
      call: 'ended',
      fence: 1,
      deliveries: 0,
      seed: 4096,
      ended: 1,
    },
    {
      batch: 5,
      state: 'open',
      tries: 2,
      reserved: true,
      index: 0,
      call: 'ended',
      fence: 2,
      deliveries: 0,
      seed: 5120,
      ended: 2,
    },
    {
      batch: 5,
      state: 'open',
      tries: 2,
      reserved: true,
      index: 1,
      call: 'leased',
      fence: 3,
      deliveries: 3,
      seed: 5121,
      ended: 0,
    },
  ])
  const held = await selectOne<{ callId: string; fence: number; index: number }>(
    db,
    `SELECT id AS "callId", fence, index FROM call WHERE state = 'leased'`,
  )
  expect(await landRanking(db, held, { easiestFirst: [1, 2, 3, 4, 5], promptTokens: 11, completionTokens: 22 })).toBe(
    true,
  )
  await finish(id)
  expect(await selectOne(db, `SELECT count(*)::int AS n FROM ranking WHERE state <> 'landed' OR reserved`)).toEqual({
    n: 0,
  })
  // The try that a round had counted before: batch 5's first, which was queued again since.
  expect(
    await selectOne(
      db,
      `SELECT calls + 1 = (SELECT count(*) FROM call_ledger WHERE state = 'settled') AS counted FROM spending`,
    ),
  ).toEqual({ counted: true })
})

it('makes no call of what was imported, and lets what could not be drawn be drawn once more', async () => {
  const imported = await evaluationBefore(db, { methods: ['sc@1'] })
  await db.query(`UPDATE evaluation SET source = '{}' WHERE id = $1`, [imported.id])
  await samplesBefore(db, imported.trials[0] ?? '', [{ index: 0, state: 'read', fence: 0, answer: '0', attempts: [] }])
  const { trials } = await evaluationBefore(db, { methods: ['sc@1'] })
  await samplesBefore(db, trials[0] ?? '', [
    {
      index: 0,
      state: 'read',
      fence: 1,
      outcome: 'infra_error',
      attempts: [{ kind: 'draw', fence: 1, state: 'failed' }],
    },
  ])
  await upgrade()
  expect(await select(db, 'SELECT trial_id, state, fence FROM call')).toEqual([
    { trial_id: trials[0], state: 'ended', fence: 1 },
  ])
  expect(await select(db, 'SELECT count(*)::int AS n FROM sample')).toEqual([{ n: 2 }])
})
