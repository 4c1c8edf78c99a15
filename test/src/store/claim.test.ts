import { cancelEvaluation, claimCall, type DataSource, LOCAL_TEAM, giveUpCall } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  ATTEMPTS,
  claim,
  drawn,
  PATIENT,
  PLANNED_SAMPLES,
  plannedSample,
  type SampleRef,
  select,
  selectOne,
  TERMS,
  WORKER,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'
import { landAll } from '../support/landed-samples.js'

const database = useDatabase(22)

const at = ({ callId }: SampleRef) => `WHERE call_id = '${callId}'`
const rowOf = (db: DataSource, ref: SampleRef) =>
  selectOne(db, `SELECT state, fence, deliveries, lease_until IS NOT NULL AS held FROM ${PLANNED_SAMPLES} s ${at(ref)}`)
const ledgerOf = (db: DataSource, ref: SampleRef) =>
  select(db, `SELECT fence, state, kind, worker_id FROM ${ATTEMPTS} l ${at(ref)} ORDER BY fence`)

it('takes a pending sample: fence and deliveries rise, a lease is set, the attempt is written down first', async () => {
  const db = database()
  const ref = await plannedSample(db, { benchmark: { questions: [{ id: 'a', question: 'Why?', answer: '1' }] } })
  expect(await ledgerOf(db, ref)).toEqual([])
  const claimed = await claim(db, ref)
  const stored = await selectOne<{ seed: string }>(db, `SELECT seed FROM ${PLANNED_SAMPLES} s ${at(ref)}`)
  expect(claimed).toEqual({
    kind: 'draw',
    callId: ref.callId,
    trialId: ref.trialId,
    index: 0,
    teamId: LOCAL_TEAM,
    evaluationId: ref.evaluationId,
    fence: 1,
    claim: expect.any(String),
    seed: Number(stored.seed),
    question: 'Why?',
    choices: null,
    endsBelow: null,
    unclearFaults: 0,
    methods: 1,
  })
  expect(await rowOf(db, ref)).toEqual({ state: 'leased', fence: 1, deliveries: 1, held: true })
  expect(await ledgerOf(db, ref)).toEqual([{ fence: 1, state: 'started', kind: 'draw', worker_id: WORKER.id }])
})

it('sets the lease by the database’s clock and for as long as asked', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await claim(db, ref, { leaseMs: 30_000 })
  const { seconds } = await selectOne<{ seconds: number }>(
    db,
    `SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM call WHERE id = '${ref.callId}'`,
  )
  expect(seconds).toBeLessThanOrEqual(30)
  expect(seconds).toBeGreaterThan(25)
})

it('gives one sample to one of twenty that claim it at once', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimCall(db, ref.callId, TERMS)))
  expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1)
  expect(await rowOf(db, ref)).toMatchObject({ fence: 1, deliveries: 1 })
  expect(await ledgerOf(db, ref)).toHaveLength(1)
})

it.each(['leased', 'landed', 'read'])('gives nobody a sample that is %s', async (state) => {
  const db = database()
  const ref = await plannedSample(db)
  if (state === 'leased') await claim(db, ref)
  else await landAll(db, () => drawn('0'))
  if (state === 'read') await db.query(`UPDATE sample SET state = 'read'`)
  const before = await rowOf(db, ref)
  expect(await claimCall(db, ref.callId, TERMS)).toBeNull()
  expect(await rowOf(db, ref)).toEqual(before)
  expect(await ledgerOf(db, ref)).toHaveLength(1)
})

it.each(['done', 'cancelled', 'failed'])('gives nobody a sample of an evaluation that is %s', async (status) => {
  const db = database()
  const ref = await plannedSample(db)
  await db.query(`UPDATE evaluation SET status = $1`, [status])
  expect(await claimCall(db, ref.callId, TERMS)).toBeNull()
  expect(await giveUpCall(db, ref.callId, WORKER)).toBeNull()
  expect(await rowOf(db, ref)).toEqual({ state: 'pending', fence: 0, deliveries: 0, held: false })
})

it('gives nothing where there is no such call', async () => {
  const db = database()
  const ref = await plannedSample(db)
  expect(await claimCall(db, ref.trialId, TERMS)).toBeNull()
})

it('does not deliver poison again: it lands as a fault of the infrastructure, without a call', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await db.query(`UPDATE call SET deliveries = 6, fence = 9 WHERE id = '${ref.callId}'`)
  expect(await claimCall(db, ref.callId, TERMS)).toBeNull()
  expect(await giveUpCall(db, ref.callId, PATIENT)).toBeNull()
  expect(await giveUpCall(db, ref.callId, WORKER)).toEqual({ evaluationId: ref.evaluationId })
  expect(await selectOne(db, `SELECT state, outcome, error, fence FROM ${PLANNED_SAMPLES} s ${at(ref)}`)).toEqual({
    state: 'landed',
    outcome: 'infra_error',
    error: 'given up after 6 deliveries',
    fence: 9,
  })
  expect(await ledgerOf(db, ref)).toEqual([])
  expect(await giveUpCall(db, ref.callId, WORKER)).toBeNull()
})

it('gives up nothing that may still be delivered', async () => {
  const db = database()
  const ref = await plannedSample(db)
  for (const deliveries of [0, 5]) {
    await db.query(`UPDATE call SET deliveries = ${deliveries} WHERE id = '${ref.callId}'`)
    expect(await giveUpCall(db, ref.callId, WORKER)).toBeNull()
  }
  expect((await claim(db, ref)).fence).toBe(1)
  expect(await giveUpCall(db, ref.callId, WORKER)).toBeNull()
})

it('lets a cancel that came first win against claims', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const [, ...claims] = await Promise.all([
    cancelEvaluation(db, LOCAL_TEAM, ref.evaluationId),
    ...Array.from({ length: 5 }, () => claimCall(db, ref.callId, TERMS)),
  ])
  expect(claims.filter((claimed) => claimed !== null).length).toBeLessThanOrEqual(1)
  expect(await claimCall(db, ref.callId, TERMS)).toBeNull()
})
