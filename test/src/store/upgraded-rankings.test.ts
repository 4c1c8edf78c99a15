import { landRanking } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { questions, select, selectOne } from '../support/evaluation-rows.js'
import { evaluationBefore, rankingsBefore } from './calls-before.js'
import { finish, useSchemaBefore } from './schema-before.js'

const database = useSchemaBefore()

const rank = (index: number, fence: number, state: string) => ({ kind: 'rank', index, fence, state }) as const

it('moves rankings of every state, asks for what was open and counts what no round had counted', async () => {
  const { db, upgrade } = database()
  const { id } = await evaluationBefore(db, { methods: ['dsc@4'], benchmark: { questions: questions(5) } })
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
  await finish(db, id)
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
