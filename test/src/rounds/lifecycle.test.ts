import { evaluationReasonWords } from '@cges-fleet/core'
import {
  cancelEvaluation,
  claimCall,
  type ClaimedDraw,
  landSample,
  type DrawnSample,
  extendEvaluation,
  listEvents,
  LOCAL_TEAM,
  pauseEvaluation,
  resumeEvaluation,
  retryEvaluation,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  method,
  otherTeam,
  PLANNED_SAMPLES,
  questions,
  round,
  select,
  selectOne,
  submit,
  TERMS,
  type Wanted,
} from '../support/evaluation-rows.js'
import { recount } from '../support/recount.js'
import { useDatabase } from '../support/databases.js'
import { answerTo } from './commands.js'
import { runAlone } from './run-alone.js'

const database = useDatabase(8)

const LARGE: Wanted = { benchmark: { name: 'many', questions: questions(36) } }

it('goes on where it was cancelled, with the pending samples it had', async () => {
  const db = database()
  const id = await submit(db, { ...LARGE, methods: ['sc@3'] })
  const { queued } = await round(db, id)
  const held = await claim(db, queued[0] ?? { callId: '' })
  await cancelEvaluation(db, LOCAL_TEAM, id, { reason: 'wrong prompt' })
  await cancelEvaluation(db, LOCAL_TEAM, id)
  expect(held.fence).toBe(1)
  await db.query(`UPDATE call SET state = 'pending', lease_until = NULL WHERE state = 'leased'`)
  await extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: {}, reason: 'the prompt was right' })
  const reference = await submit(db, { ...LARGE, methods: ['sc@3'] })
  expect(await runAlone(db, id)).toEqual(await runAlone(db, reference))
  const events = await listEvents(db, LOCAL_TEAM, { id })
  // A run in a hundred raises an alarm of unlike samples by chance, by its id.
  const asked = events.filter(({ kind }) => kind !== 'alarm')
  expect(asked.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['submitted', null],
    ['cancelled', { kind: 'asked', counts: {}, why: 'wrong prompt' }],
    ['extended', expect.objectContaining({ kind: 'extended', methods: [], why: 'the prompt was right' })],
    ['done', null],
  ])
})

it('says in the event of a pause whether calls in flight were stopped', async () => {
  const db = database()
  const id = await submit(db, { ...LARGE, methods: ['sc@3'] })
  await pauseEvaluation(db, LOCAL_TEAM, id)
  await pauseEvaluation(db, LOCAL_TEAM, id, { stopsCalls: true, reason: 'the cards are needed' })
  const events = await listEvents(db, LOCAL_TEAM, { id })
  expect(events.slice(1).map(({ kind, reason }) => [kind, reason && evaluationReasonWords(reason)])).toEqual([
    ['paused', null],
    ['paused', 'Calls in flight were stopped: “the cards are needed”.'],
  ])
})

it('is held while paused: nothing is claimed or decided, what lands is counted, and resuming goes on', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'] })
  const { queued } = await round(db, id)
  const [first, second] = queued
  if (first === undefined || second === undefined) throw new Error('nothing was planned')
  const held = await claim(db, first)
  expect(await Promise.all([1, 2, 3].map(() => pauseEvaluation(db, LOCAL_TEAM, id)))).toEqual([
    'paused',
    'paused',
    'paused',
  ])
  expect(await landSample(db, held, answerTo(held))).toBe(true)
  expect(await claimCall(db, second.callId, TERMS)).toBeNull()
  expect(await round(db, id)).toMatchObject({ queued: [] })
  expect(await selectOne(db, `SELECT samples_drawn AS drawn, status FROM evaluation`)).toEqual({
    drawn: 1,
    status: 'paused',
  })
  expect(await resumeEvaluation(db, LOCAL_TEAM, id)).toBe('running')
  expect((await runAlone(db, id)).status).toBe('done')
  expect((await listEvents(db, LOCAL_TEAM, { id })).map(({ kind }) => kind)).toEqual([
    'submitted',
    'paused',
    'resumed',
    'done',
  ])
})

/** Question 1's second sample cannot be drawn, question 2's first never will be. */
function broken(sample: ClaimedDraw): DrawnSample {
  const { question, index } = sample
  if (question.includes('1') && index === 1) return drawn(null, { outcome: 'infra_error', error: 'away', body: null })
  if (question.includes('2') && index === 0)
    return drawn(null, { outcome: 'invalid_request', error: '400', body: null })
  return answerTo(sample)
}

it('draws a blocked trial’s sample again on retry, with its fence and seed, and counts it once', async () => {
  const db = database()
  const wanted = { methods: ['sc@3', 'asc-beta@4'], benchmark: { questions: questions(4) } }
  const id = await submit(db, wanted)
  await runAlone(db, id, broken)
  expect(await selectOne(db, 'SELECT status, trials_blocked AS blocked FROM evaluation')).toEqual({
    status: 'done',
    blocked: 2,
  })
  const fenceBefore = await selectOne<{ fence: number; seed: string }>(
    db,
    `SELECT fence, seed FROM ${PLANNED_SAMPLES} s WHERE outcome = 'infra_error'`,
  )
  expect(await retryEvaluation(db, LOCAL_TEAM, id, { reason: 'servers are back' })).toEqual({
    kind: 'retried',
    trials: 1,
  })
  expect(await retryEvaluation(db, LOCAL_TEAM, id)).toEqual({ kind: 'retried', trials: 0 })
  await runAlone(db, id, (sample) => (sample.question.includes('2') ? broken(sample) : answerTo(sample)))
  expect(await selectOne(db, 'SELECT status, trials_blocked AS blocked FROM evaluation')).toEqual({
    status: 'done',
    blocked: 1,
  })
  const again = await select(
    db,
    `SELECT s.fence, s.seed FROM ${PLANNED_SAMPLES} s JOIN trial t ON t.id = s.trial_id WHERE t.question_id = 'q-1' AND index = 1`,
  )
  expect(again).toEqual([{ fence: fenceBefore.fence + 1, seed: fenceBefore.seed }])
  const { stored, counted } = await recount(db, id)
  expect({ ...(stored as object), moved: 0 }).toEqual({ ...(counted as object), moved: 0 })
  expect(await selectOne(db, `SELECT calls = (SELECT count(*) FROM sample) AS once FROM spending`)).toEqual({
    once: true,
  })
})

it('refuses what cannot be: fewer replicates, lower caps, a failed or another team’s evaluation, a retry once cancelled', async () => {
  const db = database()
  const id = await submit(db, {
    methods: ['sc@2'],
    changes: { replicates: 2, caps: { calls: 100, tokens: 10_000_000 } },
  })
  const extend = (changes: object) => extendEvaluation(db, LOCAL_TEAM, { id, methods: [], caps: {}, ...changes })
  expect(await extend({ replicates: 1 })).toMatchObject({ kind: 'refused', field: 'replicates' })
  expect(await extend({ caps: { calls: 99 } })).toMatchObject({ kind: 'refused', field: 'caps.calls' })
  expect(await extend({ caps: { tokens: 9 } })).toMatchObject({ kind: 'refused', field: 'caps.tokens' })
  expect(await extend({ methods: [method('sc@2')] })).toEqual({ kind: 'unchanged' })
  const stranger = await otherTeam(db)
  expect(await extendEvaluation(db, stranger, { id, methods: [], caps: {} })).toBeNull()
  expect(await retryEvaluation(db, stranger, id)).toBeNull()
  expect(await pauseEvaluation(db, stranger, id)).toBeNull()
  expect(await listEvents(db, stranger, { id })).toEqual([])
  await cancelEvaluation(db, LOCAL_TEAM, id)
  expect(await retryEvaluation(db, LOCAL_TEAM, id)).toEqual({ kind: 'refused', status: 'cancelled' })
  expect(await pauseEvaluation(db, LOCAL_TEAM, id)).toBe('cancelled')
  await db.query(`UPDATE evaluation SET status = 'failed'`)
  expect(await extend({ replicates: 3 })).toMatchObject({ kind: 'refused', field: 'status' })
})
