import { voteKey } from '@cges-fleet/answers'
import { selectEvaluationTotals, selectVoteRules, LOCAL_TEAM } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, round, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const QUESTION = { id: 'half', question: 'What is 1 ÷ 2?', answer: '0.5' }
const WRITTEN = ['1/2', '\\frac12', '3', '3', '.5']

/** Votes of five samples, three of which are right in three spellings. */
async function vote(paper: boolean) {
  const db = database()
  const benchmark = { answerKind: 'math' as const, questions: [QUESTION] }
  const id = await submit(db, { methods: ['sc@5'], benchmark, changes: { paper } })
  await round(db, id)
  const rules = await selectVoteRules(db, LOCAL_TEAM, id)
  await landAll(db, ({ index }) => {
    const raw = WRITTEN[index] ?? ''
    return drawn(raw, { answerKey: voteKey(rules, raw) })
  })
  await round(db, id)
  const verdict = await selectOne(db, 'SELECT answer_key AS answer, score FROM verdict')
  const totals = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  return { verdict, correct: totals?.calls.map(({ correct }) => correct) }
}

it('merges equal answers before the vote', async () => {
  expect(await vote(false)).toEqual({ verdict: { answer: '0.5', score: 0.6 }, correct: [1] })
})

it('lets spellings split the vote in the paper’s way, and grades what won by its value', async () => {
  expect(await vote(true)).toEqual({ verdict: { answer: '3', score: 0.4 }, correct: [0] })
})
