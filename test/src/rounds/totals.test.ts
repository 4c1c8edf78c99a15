import { LOCAL_TEAM, selectEvaluationTotals, transaction } from '@cges-fleet/db'
import { runRound } from '@cges-fleet/coordinator/rounds'
import { expect, it } from 'vitest'
import { drawn, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { recount } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('keeps totals that a recount of the rows gives too, after every round', async () => {
  const db = database()
  const methods = ['sc@4', 'esc:window=2@6', 'cges:confidence=lns-arith,gamma=0.9999@9', 'asc-beta@6']
  const id = await submit(db, { methods, benchmark: { questions: questions(6) }, changes: { replicates: 2 } })
  let rounds = 0
  for (; rounds < 100; rounds++) {
    await round(db, id)
    const { stored, counted } = await recount(db, id)
    expect(stored).toEqual(counted)
    const landed = await landAll(db, ({ seed, question }) => {
      const digits = question.replaceAll(/\D/g, '')
      const choice = seed % 5
      const wrong = digits === '5' || choice === 3
      return choice === 4 ? drawn(null) : drawn(wrong ? 'wrong' : digits, { signals: { 'lns-arith': 0.6 } })
    })
    if (landed === 0) break
  }
  const { counted } = await recount(db, id)
  expect(rounds).toBeGreaterThan(3)
  expect(counted).toMatchObject({ closed: 12, blocked: 0 })
  const perMethod = await select<{ correct: number; n: number }>(
    db,
    'SELECT sum(resolved)::int AS n, sum(correct)::int AS correct FROM method_calls GROUP BY method_key',
  )
  expect(perMethod.map(({ n }) => n)).toEqual([12, 12, 12, 12])
  for (const { correct } of perMethod) {
    expect(correct).toBeGreaterThan(0)
    expect(correct).toBeLessThan(12)
  }
})

it('counts blocked trials apart, and as such only while they are', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2', 'sc@3'], benchmark: { questions: questions(3) } })
  await round(db, id)
  await landAll(db, ({ index, question }) =>
    question.includes('1') && index === 2 ? drawn(null, { outcome: 'infra_error' }) : drawn('0'),
  )
  await round(db, id)
  const { stored, counted } = await recount(db, id)
  expect(stored).toEqual(counted)
  expect(stored).toMatchObject({ closed: 2, blocked: 1, drawn: 8 })
  const verdicts = await select(db, 'SELECT method_key AS key, count(*)::int AS n FROM verdict GROUP BY 1 ORDER BY 1')
  expect(verdicts).toEqual([
    { key: 'sc@2', n: 3 },
    { key: 'sc@3', n: 2 },
  ])
  expect(await selectOne(db, 'SELECT status FROM evaluation')).toEqual({ status: 'done' })
})

it('reads all of an evaluation’s totals as of one instant, though a round commits in between', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'] })
  await round(db, id)
  await landAll(db, () => drawn('0'))
  const reading = await transaction(db, async (tx) => {
    await tx.query('LOCK TABLE method_calls IN ACCESS EXCLUSIVE MODE')
    const read = selectEvaluationTotals(db, LOCAL_TEAM, id)
    for (let waiting = 0; waiting === 0;) {
      const rows: { n: number }[] = await db.query(
        `SELECT count(*)::int AS n FROM pg_locks WHERE relation = 'method_calls'::regclass AND NOT granted`,
      )
      waiting = rows[0]?.n ?? 0
    }
    await runRound(tx, id)
    return { read }
  })
  const before = await reading.read
  const after = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(before).toMatchObject({
    stored: { version: 1 },
    calls: [],
    summary: { status: 'running', trials: { closed: 0 } },
  })
  expect(after).toMatchObject({ stored: { version: 2 }, summary: { status: 'done', trials: { closed: 2 } } })
  expect(after?.calls).toEqual([{ methodKey: 'sc@1', calls: 1, resolved: 2, correct: 1, tokens: 44 }])
})
