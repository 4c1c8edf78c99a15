import { DEFAULT_SAMPLING as DEFAULTS, type EvaluationReason } from '@cges-fleet/core'
import { type ClaimedDraw, type DataSource, LOCAL_TEAM, resumeEvaluation } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, questions, round, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { recount } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'
import { runAlone } from './run-alone.js'

const database = useDatabase(8)

const stateOf = (db: DataSource, id: string) =>
  selectOne<{
    status: string
    reason: EvaluationReason | null
    copies: string | null
    repeated: number
    copied: number
  }>(
    db,
    `SELECT status, reason, copies, trials_repeated AS repeated, trials_copied AS copied FROM evaluation WHERE id = $1`,
    [id],
  )

const STEPS = 'We work it out step by step: three groups of four are four and four and four. The answer is 12.'

/** A sample with a text, as sure as a geometric mean of .9 over 27 tokens. */
function writes(text: (draw: ClaimedDraw) => string) {
  return (draw: ClaimedDraw) => {
    const body = { text: text(draw), reasoning: null, tokenIds: null, logprobs: null }
    return drawn('12', { body, signals: { 'lns-arith': 0.9, 'lns-geom': 0.9 }, completionTokens: 27 })
  }
}

const same = writes(() => STEPS)
const seeded = writes(({ seed }) => `${STEPS} (${seed})`)

const WANTED = { methods: ['sc@8', 'cges:confidence=lns-arith,gamma=0.99@8'], benchmark: { questions: questions(10) } }

it('pauses an evaluation whose samples are one text a question although their seeds differ, and says what helps', async () => {
  const db = database()
  const id = await submit(db, WANTED)
  const { status } = await runAlone(db, id, same)
  expect(status).toBe('paused')
  const { reason, copies } = await stateOf(db, id)
  expect(copies).toBe('found')
  expect(reason).toMatchObject({ kind: 'copies', counts: { copied: expect.any(Number) } })
  // Nothing was decided on them.
  expect(await selectOne(db, 'SELECT count(*)::int AS n FROM verdict')).toEqual({ n: 0 })
  // Somebody who resumes it has decided: it is not paused again, and stays marked.
  await resumeEvaluation(db, LOCAL_TEAM, id)
  expect(await runAlone(db, id, same)).toMatchObject({ status: 'done' })
  expect(await stateOf(db, id)).toMatchObject({ copies: 'found', repeated: 10, copied: 10 })
  const { stored, counted } = await recount(db, id)
  expect(stored).toEqual(counted)
})

it.each([
  ['texts that depend on the seed', seeded, {}],
  ['one word, which is naturally equal', writes(() => 'Twelve.'), {}],
  ['one text at temperature 0, where it is so on purpose', same, { temperature: 0 }],
  ['short texts at temperature 0.2', writes(() => 'The answer is 12, I think.'), { temperature: 0.2 }],
  [
    'one text in some of the questions',
    writes(({ question, seed }) => (/[0-4]\?/.test(question) ? STEPS : `${STEPS} ${seed}`)),
    {},
  ],
])('does not pause for %s', async (_, model, change) => {
  const db = database()
  const changes = { sampling: { ...DEFAULTS, ...change } }
  const id = await submit(db, { ...WANTED, changes })
  expect(await runAlone(db, id, model)).toMatchObject({ status: 'done' })
  expect((await stateOf(db, id)).copies).not.toBe('found')
  const { stored, counted } = await recount(db, id)
  expect(stored).toEqual(counted)
})

it('gives an evaluation that is paused and resumed the digest it would have had', async () => {
  const db = database()
  const plain = await runAlone(
    db,
    await submit(db, WANTED),
    writes(({ seed }) => `${seed} ${STEPS}`),
  )
  const id = await submit(db, { ...WANTED, benchmark: { ...WANTED.benchmark, name: 'again' } })
  expect(await runAlone(db, id, same)).toMatchObject({ status: 'paused' })
  await resumeEvaluation(db, LOCAL_TEAM, id)
  expect((await runAlone(db, id, same)).digest).toBe(plain.digest)
})

it('judges the first questions only: a long evaluation that began well is not paused later', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], benchmark: { questions: questions(60) } })
  await round(db, id)
  for (let step = 0; (await stateOf(db, id)).copies === null && step < 40; step++) {
    await landAll(db, seeded)
    await round(db, id)
  }
  expect(await stateOf(db, id)).toMatchObject({ copies: 'clear', status: 'running' })
  expect(await runAlone(db, id, same)).toMatchObject({ status: 'done' })
})
