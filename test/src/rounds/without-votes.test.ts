import { type EvaluationReason, evaluationReasonWords } from '@cges-fleet/core'
import { type DataSource, type DrawnSample, LOCAL_TEAM, resumeEvaluation } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, selectOne, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'
import { runAlone } from './run-alone.js'

const database = useDatabase(6)

const stateOf = (db: DataSource, id: string) =>
  selectOne<{ status: string; reason: EvaluationReason | null; drawn: number }>(
    db,
    'SELECT status, reason, samples_drawn AS drawn FROM evaluation WHERE id = $1',
    [id],
  )

const WANTED = { methods: ['sc@8'], benchmark: { questions: questions(12) } }

/** Every sample ends in one outcome, but each so-manieth. */
function ends(outcome: DrawnSample['outcome'], butEach = Infinity) {
  let nth = 0
  return () => {
    nth += 1
    return nth % butEach === 0 ? drawn('12') : { ...drawn('12'), outcome, answerKey: null, rawAnswer: null }
  }
}

it.each([
  ['truncated', /of \d+ samples were cut off at [\d,]+ tokens.*sampling\.stop.*sampling\.maxTokens/],
  ['no_answer', /No answer was found in \d+ of \d+ samples.*template or answerKind/],
  ['declined', /samples were declined/],
] as const)(
  'pauses an evaluation whose first samples are all %s, says what helps, and goes on if resumed',
  async (outcome, words) => {
    const db = database()
    const id = await submit(db, WANTED)
    expect(await runAlone(db, id, ends(outcome))).toMatchObject({ status: 'paused' })
    const { reason, drawn: samples } = await stateOf(db, id)
    expect(reason && evaluationReasonWords(reason)).toMatch(words)
    expect(samples).toBeLessThan(12 * 8)
    await resumeEvaluation(db, LOCAL_TEAM, id)
    expect(await runAlone(db, id, ends(outcome))).toMatchObject({ status: 'done' })
  },
)

it('lets an evaluation go on if a sixth of its first samples vote, or it has fewer than 32', async () => {
  const db = database()
  const some = await submit(db, WANTED)
  expect(await runAlone(db, some, ends('truncated', 6))).toMatchObject({ status: 'done' })
  const small = await submit(db, { methods: ['sc@3'], benchmark: { name: 'ten', questions: questions(10) } })
  expect(await runAlone(db, small, ends('truncated'))).toMatchObject({ status: 'done' })
})
