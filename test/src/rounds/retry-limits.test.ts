import { LOCAL_TEAM, retryEvaluation } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const QUESTIONS = 12

it('draws what is retried within the limits of its team, and all of it in the end', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'], benchmark: { questions: questions(QUESTIONS) } })
  await round(db, id)
  await landAll(db, () => drawn(null, { outcome: 'infra_error', error: 'reset', body: null }))
  await round(db, id)
  await db.query(`UPDATE team SET max_samples_in_flight = 5`)
  expect(await retryEvaluation(db, LOCAL_TEAM, id)).toEqual({ kind: 'retried', trials: QUESTIONS })
  const seen: number[] = []
  for (let looks = 0; looks < 20; looks += 1) {
    await round(db, id)
    const { live, status } = await selectOne<{ live: number; status: string }>(
      db,
      `SELECT status, (SELECT count(*)::int FROM call WHERE live) AS live FROM evaluation`,
    )
    if (status !== 'running') break
    seen.push(live)
    await landAll(db, ({ question }) => drawn(question.replaceAll(/\D/gu, '')))
  }
  expect(Math.max(...seen)).toBe(5)
  expect(await selectOne(db, 'SELECT status, trials_closed AS closed, samples_drawn AS drawn FROM evaluation')).toEqual(
    {
      status: 'done',
      closed: QUESTIONS,
      drawn: QUESTIONS,
    },
  )
})
