import { GRADING_VERSION } from '@cges-fleet/answers'
import { runRound } from '@cges-fleet/coordinator/rounds'
import { type DataSource, LOCAL_TEAM, selectEvaluationTotals, transaction } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const QUESTION = { id: 'half', question: 'What is 1 ÷ 2?', answer: '0.5' }
const WRITTEN = ['1/2', '\\frac12', '3', '3', '.5']

/** Five samples of one question have landed, in four spellings. */
async function landed(db: DataSource, paper: boolean): Promise<string> {
  const benchmark = { answerKind: 'math' as const, questions: [QUESTION] }
  const id = await submit(db, { methods: ['sc@5'], benchmark, changes: { paper } })
  await round(db, id)
  await landAll(db, ({ index }) => drawn(WRITTEN[index] ?? '', { answerKey: paper ? (WRITTEN[index] ?? '') : '0.5' }))
  return id
}

/** How many keys a round lacks; it computes none. */
async function lacking(db: DataSource, id: string): Promise<unknown> {
  const failed: unknown = await transaction(db, (tx) => runRound(tx, id)).catch((error: unknown) => error)
  return failed instanceof Error && 'answers' in failed ? (failed.answers as readonly unknown[]).length : 0
}

async function correctOf(db: DataSource, id: string): Promise<unknown> {
  await round(db, id)
  return (await selectEvaluationTotals(db, LOCAL_TEAM, id))?.calls.map(({ correct }) => correct)
}

it('computes no key inside a round where votes go by spelling: they are there when it is tried again', async () => {
  const db = database()
  const id = await landed(db, true)
  expect(await lacking(db, id)).toBe(4)
  expect(await correctOf(db, id)).toEqual([0])
})

it('computes no key inside a round of samples, or of a benchmark, that an earlier version keyed', async () => {
  const db = database()
  const id = await landed(db, false)
  expect(await lacking(db, id)).toBe(0)
  await db.query(`UPDATE gold SET grading_version = $1, answer_key = 'as it was'`, [GRADING_VERSION - 1])
  await db.query('DELETE FROM answer_grade')
  const ofBenchmark = await landed(db, false)
  expect(await lacking(db, ofBenchmark)).toBe(1)
  expect(await correctOf(db, ofBenchmark)).toEqual([1])
  await db.query(`UPDATE gold SET grading_version = $1, answer_key = '0.5'`, [GRADING_VERSION])
  await db.query('DELETE FROM answer_grade')
  const ofSamples = await landed(db, false)
  await db.query('UPDATE sample SET grading_version = $1 WHERE evaluation_id = $2', [GRADING_VERSION - 1, ofSamples])
  expect(await lacking(db, ofSamples)).toBe(1)
  expect(await correctOf(db, ofSamples)).toEqual([1])
})

it('reads what lands while keys are computed in the next round', async () => {
  const db = database()
  const id = await landed(db, true)
  const read = async () => {
    const rows = await db.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM sample WHERE state = 'read'`)
    return rows[0]?.n
  }
  await db.query(`UPDATE sample SET landed_at = now() + interval '1 hour' WHERE index = 4 AND evaluation_id = $1`, [id])
  await round(db, id)
  expect(await read()).toBe(4)
  await round(db, id)
  expect(await read()).toBe(5)
  expect(await correctOf(db, id)).toEqual([0])
})
