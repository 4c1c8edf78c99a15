import type { EvaluationReason } from '@cges-fleet/core'
import {
  type DataSource,
  extendEvaluation,
  listEvents,
  LOCAL_TEAM,
  returnExpiredLeases,
  claimCall,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  PATIENT,
  PLANNED_SAMPLES,
  questions,
  redraw,
  round,
  select,
  selectOne,
  submit,
  TERMS,
} from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase(24)

const statusOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; reason: EvaluationReason | null }>(
    db,
    'SELECT status, reason FROM evaluation WHERE id = $1',
    [id],
  )

const spendingOf = (db: DataSource, id: string) =>
  selectOne<{ calls: number; reserved: number; cap: number }>(
    db,
    'SELECT calls, calls_reserved AS reserved, call_cap AS cap FROM spending WHERE evaluation_id = $1',
    [id],
  )

/** Rounds and landings in turn until nothing moves any more. */
async function run(db: DataSource, id: string): Promise<void> {
  for (let step = 0; step < 100; step++) {
    await round(db, id)
    if ((await landAll(db, () => drawn('0'))) === 0) break
  }
  await round(db, id)
}

it('uses a cap on calls to the last call, then stops, saying why; an extension lets it go on', async () => {
  const db = database()
  const id = await submit(db, {
    methods: ['sc@3'],
    benchmark: { questions: questions(5) },
    changes: { caps: { calls: 7 } },
  })
  await run(db, id)
  expect(await statusOf(db, id)).toEqual({
    status: 'budget_stopped',
    reason: { kind: 'calls_cap', counts: { cap: 7 }, why: null },
  })
  expect(await spendingOf(db, id)).toEqual({ calls: 7, reserved: 0, cap: 7 })
  expect(await select(db, 'SELECT 1 FROM sample')).toHaveLength(7)
  const more = { id, methods: [], caps: { calls: 20 } }
  expect(await extendEvaluation(db, LOCAL_TEAM, more)).toEqual({ kind: 'extended' })
  expect(await extendEvaluation(db, LOCAL_TEAM, more)).toEqual({ kind: 'unchanged' })
  await run(db, id)
  expect(await statusOf(db, id)).toEqual({ status: 'done', reason: null })
  expect(await spendingOf(db, id)).toEqual({ calls: 15, reserved: 0, cap: 20 })
  const events = await listEvents(db, LOCAL_TEAM, { id })
  expect(events.map(({ sequence, kind }) => `${sequence} ${kind}`)).toEqual([
    '1 submitted',
    '2 budget_stopped',
    '3 extended',
    '4 done',
  ])
  expect(events[2]?.reason).toMatchObject({ kind: 'extended', counts: { calls: 20, tokens: null }, methods: [] })
})

it('never lets the tokens of settled calls pass a cap on tokens, though nobody knows beforehand how many each needs', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@8'], benchmark: { questions: questions(8) } })
  const { bound } = await selectOne<{ bound: number }>(db, 'SELECT tokens_per_call::int AS bound FROM spending')
  const cap = bound * 5
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: { tokens: cap } })
  for (let step = 0; step < 200; step++) {
    await round(db, id)
    const reserved = await selectOne<{ total: number }>(
      db,
      `SELECT (SELECT tokens FROM spending)::int + $1 * count(*)::int AS total
       FROM ${PLANNED_SAMPLES} s WHERE state <> 'read'`,
      [bound],
    )
    expect(reserved.total).toBeLessThanOrEqual(cap)
    const used = { promptTokens: 10, completionTokens: Math.floor(bound / (2 + (step % 4))) }
    if ((await landAll(db, () => drawn('0', used))) === 0) break
  }
  await round(db, id)
  expect((await statusOf(db, id)).status).toBe('budget_stopped')
  const { tokens } = await selectOne<{ tokens: number }>(
    db,
    `SELECT sum(prompt_tokens + completion_tokens)::int AS tokens FROM call_ledger WHERE state = 'settled'`,
  )
  expect(tokens).toBeLessThanOrEqual(cap)
  expect(tokens).toBeGreaterThan(cap - bound)
})

it('never overshoots a cap by two hundred extensions, claims, completions and rounds at once', async () => {
  const db = database()
  const id = await submit(db, {
    methods: ['sc@6'],
    benchmark: { questions: questions(40) },
    changes: { caps: { calls: 10 } },
  })
  /** What was settled and what may yet be, as of one instant. */
  const check = async () =>
    expect(
      await selectOne(
        db,
        `SELECT (SELECT count(*) FROM call_ledger WHERE state = 'settled')
                + (SELECT count(*) FROM call WHERE live) <= call_cap AS held FROM spending`,
      ),
    ).toEqual({ held: true })
  await round(db, id)
  for (let wave = 0; wave < 4; wave++) {
    const pending = await select<{ callId: string }>(
      db,
      `SELECT id AS "callId" FROM call WHERE state = 'pending' LIMIT 25`,
    )
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) =>
        extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: { calls: 12 + 10 * wave + n } }),
      ),
      ...pending.map((ref) => claimCall(db, ref.callId, TERMS)),
      ...Array.from({ length: 15 }, () => round(db, id)),
      check(),
    ])
    await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE state = 'leased'`)
    await returnExpiredLeases(db)
    await landAll(db, () => drawn('0'))
    await check()
  }
  const rows = await selectOne<{ planned: number; cap: number }>(
    db,
    'SELECT (SELECT count(*)::int FROM call) AS planned, call_cap AS cap FROM spending',
  )
  expect(rows.cap).toBe(51)
  expect(rows.planned).toBeLessThanOrEqual(51)
})

it('stops a crash loop: attempts never pass 1.2 × the cap + 50, however many claim at once', async () => {
  const db = database()
  const id = await submit(db, {
    methods: ['sc@2'],
    benchmark: { questions: questions(5) },
    changes: { caps: { calls: 10 } },
  })
  await round(db, id)
  const refs = await select<{ callId: string }>(db, `SELECT id AS "callId" FROM call`)
  for (let crash = 0; crash < 12; crash++) {
    await Promise.all(refs.flatMap((ref) => [1, 2].map(() => claimCall(db, ref.callId, { ...TERMS, worker: PATIENT }))))
    await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE state = 'leased'`)
    await returnExpiredLeases(db)
  }
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM call_ledger')).toEqual({ n: 10 + 2 + 50 })
  await round(db, id)
  expect(await statusOf(db, id)).toMatchObject({
    status: 'budget_stopped',
    reason: { kind: 'redraws_used_up' },
  })
})

it('does not charge a redraw to the cap on calls', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], changes: { caps: { calls: 4 } } })
  const { queued } = await round(db, id)
  for (const ref of queued) {
    await redraw(db, await claim(db, ref), { reason: 'reset', unclear: false, backOffMs: 0 })
  }
  await run(db, id)
  expect((await statusOf(db, id)).status).toBe('done')
  expect(await selectOne(db, 'SELECT calls, redelivered FROM spending')).toEqual({ calls: 4, redelivered: 4 })
})
