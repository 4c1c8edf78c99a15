import { type AnswerKind, GRADING_VERSION } from '@cges-fleet/answers'
import {
  type ClaimedDraw,
  extendEvaluation,
  LOCAL_TEAM,
  selectEvaluationTotals,
  selectRegrade,
  requestRegrade,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, method, questions, round, select, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const LATER = GRADING_VERSION + 1

/** A sample as an earlier grading read it: `key` is what it made of a response that boxes `text`. */
function readEarlier(text: string, key: string | null) {
  const { body } = drawn(text)
  return drawn(key, { rawAnswer: key, answerKey: key, body })
}

type Earlier = (draw: ClaimedDraw) => ReturnType<typeof drawn>

async function ended(methods: readonly string[], earlier: Earlier, kind: AnswerKind = 'text'): Promise<string> {
  const db = database()
  const id = await submit(db, { methods, benchmark: { questions: questions(3), answerKind: kind } })
  for (let rounds = 0; rounds < 20; rounds++) {
    await round(db, id)
    if ((await landAll(db, earlier)) === 0) break
  }
  expect(await selectOne(db, 'SELECT status FROM evaluation')).toEqual({ status: 'done' })
  return id
}

async function regrade(id: string) {
  const db = database()
  expect(await requestRegrade(db, LOCAL_TEAM, id, LATER)).toEqual({ kind: 'asked' })
  await round(db, id)
  const regraded = await selectRegrade(db, LOCAL_TEAM, id)
  if (regraded === null) throw new Error('nothing was regraded')
  return regraded
}

const ofQuestion = (question: string) => question.replaceAll(/\D/gu, '')
const ROWS = `SELECT (SELECT json_agg(s ORDER BY trial_id, index) FROM sample s) AS samples,
  (SELECT count(*)::int FROM call_ledger) AS calls,
  (SELECT json_agg(v ORDER BY trial_id, method_key) FROM verdict v WHERE grading_version = ${GRADING_VERSION}) AS verdicts`

it('finds nothing to flip where another grading reads the same, and changes no row', async () => {
  const db = database()
  const methods = ['sc@4', 'esc:window=2@4', 'cges:confidence=lns-arith,gamma=0.95@4']
  const id = await ended(methods, ({ index, question }) => drawn(index === 1 ? 'x' : ofQuestion(question)))
  const before = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  const rows = await selectOne(db, ROWS)
  const regraded = await regrade(id)
  expect(regraded).toMatchObject({ gradingVersion: LATER, answers: 0, verdicts: 0, correctness: 0, flips: [] })
  expect(regraded.digest).toBe(before?.stored.digest)
  expect(regraded.samples).toBe(12)
  expect(await selectOne(db, ROWS)).toEqual(rows)
  const after = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(after).toMatchObject({
    stored: { digest: before?.stored.digest, gradingVersion: LATER },
    calls: before?.calls,
  })
  expect(before?.stored.gradingVersion).toBe(GRADING_VERSION)
})

it.each([
  ['short', ''],
  ['too much to hold at once', 'and so '.repeat(170_000)],
])('stops sooner, and is right, where answers held apart are one, of texts that are %s', async (_, thought) => {
  const db = database()
  const id = await ended(['esc:window=2@4', 'sc@4'], ({ index, question }) => {
    const text = `${index}: ${thought}\\boxed{${ofQuestion(question)}}`
    const body = { text, reasoning: null, tokenIds: null, logprobs: null }
    return { ...readEarlier('', `answer ${index}`), body }
  })
  const regraded = await regrade(id)
  expect(regraded).toMatchObject({ answers: 12, verdicts: 6, correctness: 6, undecided: 0 })
  expect(regraded.flips[0]).toEqual({
    questionId: 'q-0',
    replicate: 0,
    sample: null,
    method: 'esc:answerFrom=plurality,window=2@4',
    before: { answer: 'answer 0', correct: false, calls: 4, reason: 'budget' },
    after: { answer: '0', correct: true, calls: 2, reason: 'window' },
  })
  const totals = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(totals?.calls).toEqual([
    { methodKey: 'esc:answerFrom=plurality,window=2@4', calls: 2, resolved: 3, correct: 3, tokens: 132 },
    { methodKey: 'sc@4', calls: 4, resolved: 3, correct: 3, tokens: 264 },
  ])
  expect(totals?.stored.digest).toBe(regraded.digest)
})

it('is undecided where samples that stopped a rule no longer do', async () => {
  const db = database()
  const id = await ended(['esc:window=2@4'], ({ index, question }) =>
    readEarlier(index === 0 ? ofQuestion(question) : 'another', ofQuestion(question)),
  )
  const regraded = await regrade(id)
  expect(regraded).toMatchObject({ answers: 3, verdicts: 3, correctness: 3, undecided: 3 })
  const verdicts = await select(
    db,
    `SELECT calls, answer_key AS answer, reason FROM verdict WHERE grading_version = ${LATER}`,
  )
  expect(verdicts).toEqual(Array.from({ length: 3 }, () => ({ calls: 2, answer: null, reason: 'undecided' })))
  const totals = await selectEvaluationTotals(db, LOCAL_TEAM, id)
  expect(totals?.calls).toEqual([
    { methodKey: 'esc:answerFrom=plurality,window=2@4', calls: 2, resolved: 3, correct: 0, tokens: 132 },
  ])
})

it('sees a key that is only spelled otherwise as no flip', async () => {
  const id = await ended(['sc@2'], ({ question }) => {
    const answer = ofQuestion(question)
    return readEarlier(`"${answer}"`, answer === '0' ? '0' : `${answer} as it was keyed before`)
  })
  const regraded = await regrade(id)
  // Questions 1 and 2 were graded wrong by their former key, and are right.
  expect(regraded.flips.filter(({ questionId }) => questionId === 'q-0')).toEqual([])
  expect(regraded).toMatchObject({ answers: 4, verdicts: 2, correctness: 2 })
})

it('keeps the answers whose text is gone, and those of responses that were cut short', async () => {
  const db = database()
  const id = await ended(['sc@3'], ({ index, question }) => {
    const answer = ofQuestion(question)
    return index === 0 ? drawn(null, { outcome: 'truncated', body: drawn(answer).body }) : readEarlier('new', answer)
  })
  await db.query('DELETE FROM sample_body')
  expect(await regrade(id)).toMatchObject({ samples: 9, unreadable: 6, answers: 0, verdicts: 0 })
})

it('refuses what runs, what is graded so already, and another team’s', async () => {
  const db = database()
  const running = await submit(db, { methods: ['sc@2'] })
  const wanted = (id: string, gradingVersion: number) => requestRegrade(db, LOCAL_TEAM, id, gradingVersion)
  expect(await wanted(running, LATER)).toEqual({ kind: 'running' })
  expect(await wanted('01930000-0000-7000-8000-000000000000', LATER)).toEqual({ kind: 'unknown' })
  await round(db, running)
  await landAll(db, () => drawn('0'))
  await round(db, running)
  expect(await wanted(running, GRADING_VERSION)).toEqual({ kind: 'current' })
  expect((await regrade(running)).finishedAt).not.toBeNull()
  expect(await wanted(running, LATER)).toEqual({ kind: 'asked' })
  await round(db, running)
  expect(await select(db, 'SELECT 1 FROM regrade')).toHaveLength(1)
})

it('decides a method that is added later by the new readings, and draws nothing for it', async () => {
  const db = database()
  const id = await ended(['sc@4'], ({ index, question }) => readEarlier(ofQuestion(question), `answer ${index}`))
  await regrade(id)
  const added = { id, methods: [method('sc@3')], caps: {} }
  expect(await extendEvaluation(db, LOCAL_TEAM, added)).toEqual({ kind: 'extended' })
  await round(db, id)
  expect(
    await select(
      db,
      `SELECT t.position, v.calls, v.answer_key AS answer FROM verdict v JOIN trial t ON t.id = v.trial_id
       WHERE v.method_key = 'sc@3' ORDER BY t.position`,
    ),
  ).toEqual([0, 1, 2].map((position) => ({ position, calls: 3, answer: `${position}` })))
  expect(await selectOne(db, 'SELECT count(*)::int AS calls FROM call_ledger')).toEqual({ calls: 12 })
})

it('is asked for before samples that an earlier version read are joined by new ones', async () => {
  const db = database()
  const id = await ended(['sc@2'], ({ question }) =>
    drawn(ofQuestion(question), { gradingVersion: GRADING_VERSION - 1 }),
  )
  const more = { id, methods: [method('sc@4')], caps: {} }
  expect(await extendEvaluation(db, LOCAL_TEAM, more)).toMatchObject({
    kind: 'refused',
    field: 'status',
    problem: expect.stringContaining('Run cges regrade first'),
  })
  expect(await extendEvaluation(db, LOCAL_TEAM, { ...more, methods: [] })).toEqual({ kind: 'unchanged' })
  await regrade(id)
  expect(await extendEvaluation(db, LOCAL_TEAM, more)).toEqual({ kind: 'extended' })
})

const cpuMs = (): number => process.cpuUsage().user / 1000

/** The most CPU time between two ticks of this process, in milliseconds, while something goes on. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let longest = 0
  let before = cpuMs()
  const ticks = setInterval(() => {
    longest = Math.max(longest, cpuMs() - before)
    before = cpuMs()
  }, 1)
  await work.finally(() => clearInterval(ticks))
  return longest
}

it('leaves others their turn while answers are graded again that take long to read', async () => {
  const powers = '(x+1)^{12}(x+2)^{12}(x+3)^{12}(x+4)^{12}(x+5)^{12}'.repeat(5)
  const slow = (index: number) => `\\boxed{${powers}+${index}}`
  const { body } = drawn('0')
  if (body === null) throw new Error('a sample without its text')
  const long = ({ index }: ClaimedDraw) => drawn('0', { body: { ...body, text: slow(index) } })
  const id = await ended(['sc@16'], long, 'math')
  const began = cpuMs()
  const longest = await longestTurn(regrade(id))
  const whole = cpuMs() - began
  // Forty-eight answers: in one go they would take nearly all of it.
  expect(longest).toBeLessThan(whole / 4)
})
