import { GRADING_VERSION } from '@cges-fleet/answers'
import { landSample, returnExpiredLeases } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, select, submit } from '../support/evaluation-rows.js'
import { ATTEMPTS, PLANNED_SAMPLES } from '../support/planned-samples.js'
import { recount } from '../support/recount.js'
import { evaluationBefore, type SampleBefore, samplesBefore, WORKER } from './calls-before.js'
import { answerTo, finish, useSchemaBefore } from './schema-before.js'

const database = useSchemaBefore()

const settled = (fence: number) => ({ kind: 'draw', fence, state: 'settled' }) as const
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

const SPENT = `
UPDATE evaluation e SET samples_drawn = s.n, attempts = s.attempts
FROM (SELECT count(*)::int AS n, sum(fence)::int AS attempts FROM sample WHERE state = 'read') s WHERE e.id = $1`

it('moves samples of every state with all their attempts, and finishes the evaluation with the digest it would have had', async () => {
  const { db, upgrade } = database()
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
  expect(await returnExpiredLeases(db)).toMatchObject([{ leases: 1 }])
  expect(await finish(db, id)).toBe(await finish(db, await submit(db, wanted)))
  const { stored, counted } = await recount(db, id)
  expect({ ...(stored as object), moved: 0 }).toEqual({ ...(counted as object), moved: 0 })
})

it('makes no call of what was imported, and lets what could not be drawn be drawn once more', async () => {
  const { db, upgrade } = database()
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
