import { type DataSource, newId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  drawn,
  plannedSample,
  questions,
  round,
  type SampleRef,
  select,
  selectOne,
  submit,
} from '../support/evaluation-rows.js'
import { ATTEMPTS, PLANNED_SAMPLES } from '../support/planned-samples.js'
import { useDatabase } from '../support/use-database.js'

const database = useDatabase()

const WORKER = newId()

const one = <Row>(db: DataSource, call: string, parameters: unknown[]) =>
  select<Row>(db, `SELECT * FROM ${call}`, parameters).then(([row]) => row)

interface Claimed {
  readonly fence: number
}

const claimSample = (db: DataSource, { trialId, index }: SampleRef, claim = newId()) =>
  one<Claimed>(db, 'claim_sample($1, $2, 60000, 6, $3, $4)', [trialId, index, WORKER, claim])

it('lets a worker of the release before claim, renew, hand back, redraw and land a sample', async () => {
  const db = database()
  const ref = await plannedSample(db, { benchmark: { questions: [{ id: 'a', question: 'Why?', answer: '1' }] } })
  const { trialId: trial, index } = ref
  const claim = newId()
  const first = await claimSample(db, ref, claim)
  expect(first).toMatchObject({ trialId: trial, index, fence: 1, question: 'Why?', choices: null, methods: 1 })
  expect(await claimSample(db, ref, claim)).toEqual(first)
  expect(await claimSample(db, ref)).toBeUndefined()
  const held = (fence: number) => JSON.stringify([{ trialId: trial, index, fence }])
  expect(await one(db, 'renew_leases($1, 60000)', [held(1)])).toEqual({ trialId: trial, index, wanted: true })
  expect(await one(db, 'renew_leases($1, 60000)', [held(2)])).toBeUndefined()

  const release = 'release_sample($1, $2, $3, $4, $5, 0, $6, 512)'
  expect(await one(db, release, [trial, index, 1, true, false, 'draining'])).toEqual({ released: true })
  expect((await claimSample(db, ref))?.fence).toBe(2)
  expect(await one(db, release, [trial, index, 1, true, false, 'draining'])).toEqual({ released: false })
  expect(await one(db, release, [trial, index, 2, false, true, 'reset'])).toEqual({ released: true })
  expect((await claimSample(db, ref))?.fence).toBe(3)

  const { body, ...sample } = drawn('1')
  const complete = 'complete_sample($1, $2, $3, $4, $5, NULL, NULL, NULL, 512)'
  const landing = [trial, index, 3, JSON.stringify(sample), body?.text]
  expect(await one(db, complete, [trial, index, 2, JSON.stringify(sample), 'late'])).toEqual({ landed: false })
  expect(await one(db, 'has_landed($1, $2, 3)', [trial, index])).toEqual({ landed: false })
  expect(await one(db, complete, landing)).toEqual({ landed: true })
  expect(await one(db, 'has_landed($1, $2, 3)', [trial, index])).toEqual({ landed: true })
  expect(
    await select(db, `SELECT fence, state, gpu_ms FROM ${ATTEMPTS} l WHERE trial_id = $1 AND index = $2 ORDER BY 1`, [
      trial,
      index,
    ]),
  ).toEqual([
    { fence: 1, state: 'handed_back', gpu_ms: 512 },
    { fence: 2, state: 'failed', gpu_ms: 512 },
    { fence: 3, state: 'settled', gpu_ms: 512 },
  ])
  expect(
    await selectOne(
      db,
      `SELECT state, answer_key, unclear_faults AS unclear, deliveries FROM ${PLANNED_SAMPLES} s WHERE call_id = $1`,
      [ref.callId],
    ),
  ).toEqual({ state: 'landed', answer_key: '1', unclear: 1, deliveries: 2 })
})

it('lets a worker of the release before score what it draws, and give up what was delivered too often', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const { trialId: trial, index } = ref
  const start = (fence: number) => one(db, 'start_score($1, $2, $3, $4)', [trial, index, fence, WORKER])
  await claimSample(db, ref)
  expect(await start(2)).toEqual({ held: false })
  expect(await start(1)).toEqual({ held: true })
  await select(db, `SELECT end_score($1, $2, 1, 'settled', NULL, 33)`, [trial, index])
  expect(
    await selectOne(
      db,
      `SELECT l.state, l.prompt_tokens AS tokens, k.state AS call FROM call k JOIN call_ledger l ON l.call_id = k.id WHERE k.kind = 'score'`,
    ),
  ).toEqual({ state: 'settled', tokens: 33, call: 'ended' })

  await db.query(`UPDATE call SET state = 'pending', lease_until = NULL, deliveries = 6 WHERE id = $1`, [ref.callId])
  const given = await one(db, 'give_up_sample($1, $2, 6)', [trial, index])
  expect(given).toEqual({ evaluationId: ref.evaluationId })
  expect(await selectOne(db, 'SELECT outcome FROM sample')).toEqual({ outcome: 'infra_error' })
})

it('lets a worker of the release before rank questions, once more where it could not read the order', async () => {
  const db = database()
  const id = await submit(db, { methods: ['dsc@2'], benchmark: { questions: questions(5) } })
  await round(db, id)
  const [ranking] = await select<{ id: string; seed: string }>(
    db,
    `SELECT r.id, r.seed FROM ranking r JOIN call k ON k.ranking_id = r.id ORDER BY r.batch LIMIT 1`,
  )
  const claim = () => one<Claimed>(db, 'claim_ranking($1, 60000, 6, $2, $3)', [ranking?.id, WORKER, newId()])
  const end = (fence: number, nth: number, how: { again: boolean; state: string; order: number[] | null }) =>
    one(db, 'end_ranking($1, $2, $3, $4, $5, $6, 0, NULL, 11, 22, 512)', [
      ranking?.id,
      fence,
      nth,
      how.again,
      how.state,
      how.order,
    ])
  expect(await claim()).toMatchObject({ fence: 1, tries: 0, seed: ranking?.seed, questions: { length: 5 } })
  expect(await end(1, 0, { again: true, state: 'failed', order: null })).toEqual({ held: true })
  expect(await claim()).toMatchObject({ fence: 2, tries: 0 })
  expect(await end(2, 0, { again: true, state: 'settled', order: null })).toEqual({ held: true })
  expect(await claim()).toBeUndefined()
  await round(db, id)
  expect(await claim()).toMatchObject({ fence: 1, tries: 1, seed: ranking?.seed })
  expect(await end(1, 1, { again: false, state: 'settled', order: [1, 2, 3, 4, 5] })).toEqual({ held: true })
  expect(await selectOne(db, 'SELECT state, easiest_first FROM ranking WHERE id = $1', [ranking?.id])).toEqual({
    state: 'landed',
    easiest_first: [1, 2, 3, 4, 5],
  })
})

it('lets a worker of the release before claim, hand back and land one call at a time', async () => {
  const db = database()
  const { callId: call } = await plannedSample(db)
  const claim = newId()
  const claimed = await one<Claimed>(db, 'claim_call($1, 60000, 6, $2, $3)', [call, WORKER, claim])
  expect(claimed).toMatchObject({ callId: call, kind: 'draw', fence: 1 })
  expect(await one(db, 'claim_call($1, 60000, 6, $2, $3)', [call, WORKER, claim])).toEqual(claimed)
  const end = 'end_call($1, $2, $3)'
  const back = JSON.stringify({ state: 'handed_back', again: true })
  expect(await one(db, end, [call, 2, back])).toEqual({ ended: 'late' })
  expect(await one(db, end, [call, 1, back])).toEqual({ ended: 'now' })
  expect(await one(db, end, [call, 1, back])).toEqual({ ended: 'before' })
  await one(db, 'claim_call($1, 60000, 6, $2, $3)', [call, WORKER, newId()])
  const { body, ...sample } = drawn('1')
  const settled = JSON.stringify({ state: 'settled', again: false })
  const land = () =>
    one(db, 'land_sample($1, 2, $2, $3, $4, NULL, NULL, NULL)', [call, settled, JSON.stringify(sample), body?.text])
  expect([await land(), await land()]).toEqual([{ ended: 'now' }, { ended: 'before' }])
  expect(await selectOne(db, 'SELECT text FROM sample_body')).toEqual({ text: body?.text })
})
