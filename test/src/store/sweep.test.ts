import {
  cancelEvaluation,
  countQueuedCalls,
  landSample,
  type DataSource,
  evaluationsNeedingRound,
  LOCAL_TEAM,
  returnExpiredLeases,
  takeCallsToQueue,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  plannedSample,
  POOL,
  redraw,
  round,
  type SampleRef,
  selectOne,
  sibling,
  submit,
} from '../support/evaluation-rows.js'
import { ATTEMPTS } from '../support/planned-samples.js'
import { useDatabase } from '../support/use-database.js'

const database = useDatabase()

const at = (ref: SampleRef) => `WHERE id = '${ref.callId}'`
const makeDue = (db: DataSource) => db.query(`UPDATE call SET queue_at = now() WHERE state = 'pending'`)

it('returns leases that ran out, and only those, writing their calls off as lost', async () => {
  const db = database()
  const lost = await plannedSample(db)
  const kept = await sibling(db, lost, 1)
  await claim(db, lost)
  await claim(db, kept)
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' ${at(lost)}`)
  expect(await returnExpiredLeases(db)).toEqual([{ pool: POOL, leases: 1 }])
  expect(await returnExpiredLeases(db)).toEqual([])
  const state = (ref: SampleRef) =>
    selectOne(
      db,
      `SELECT k.state, k.fence, k.deliveries, l.state AS attempt, l.ended_at IS NOT NULL AS ended
       FROM call k JOIN ${ATTEMPTS} l ON l.call_id = k.id ${at(ref)}`,
    )
  expect(await state(lost)).toEqual({ state: 'pending', fence: 1, deliveries: 1, attempt: 'lost', ended: true })
  expect(await state(kept)).toEqual({ state: 'leased', fence: 1, deliveries: 1, attempt: 'started', ended: false })
})

it('has returned samples queued at once, under the fence they have now and in their own trace', async () => {
  const db = database()
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const ref = await plannedSample(db, { changes: { traceparent } })
  await claim(db, ref)
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' ${at(ref)}`)
  await returnExpiredLeases(db)
  expect(await takeCallsToQueue(db)).toEqual([
    {
      callId: ref.callId,
      kind: 'draw',
      trialId: ref.trialId,
      rankingId: null,
      index: 0,
      fence: 1,
      pool: 'test-pool',
      priority: 1017,
      traceparent,
      trialsTotal: 2,
    },
  ])
})

it('queues again what is due, and leaves it alone for a minute while its queue has its jobs', async () => {
  const db = database()
  await plannedSample(db)
  expect(await takeCallsToQueue(db)).toEqual([])
  await makeDue(db)
  expect(await takeCallsToQueue(db)).toHaveLength(4)
  expect(await takeCallsToQueue(db)).toEqual([])
  const waits = await selectOne(
    db,
    `SELECT count(*)::int AS n FROM call WHERE queue_at > now() + interval '59 seconds'`,
  )
  expect(waits).toEqual({ n: 4 })
  expect(await takeCallsToQueue(db, ['test-pool'])).toEqual([])
  await db.query(`UPDATE call SET queued_at = now() - interval '2 seconds'`)
  expect(await takeCallsToQueue(db, ['elsewhere'])).toEqual([])
  expect(await takeCallsToQueue(db, ['test-pool'])).toHaveLength(4)
})

it('lets two sweeps at once queue every due sample once', async () => {
  const db = database()
  await plannedSample(db, { methods: ['sc@16'] })
  await makeDue(db)
  const taken = await Promise.all([takeCallsToQueue(db), takeCallsToQueue(db), takeCallsToQueue(db)])
  const keys = taken.flat().map(({ callId }) => callId)
  expect(keys).toHaveLength(32)
  expect(new Set(keys)).toHaveLength(32)
})

it('queues nothing of an evaluation that was ended', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await makeDue(db)
  await cancelEvaluation(db, LOCAL_TEAM, ref.evaluationId)
  expect(await takeCallsToQueue(db)).toEqual([])
})

it('asks a round for what was submitted, what landed, and what has nothing in flight; for nothing else', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@1'] })
  expect(await evaluationsNeedingRound(db)).toEqual([id])
  const { queued } = await round(db, id)
  expect(await evaluationsNeedingRound(db)).toEqual([])
  const [first, second] = queued
  if (first === undefined || second === undefined) throw new Error('two samples were to be planned')
  const claimed = await claim(db, first)
  await claim(db, second)
  expect(await evaluationsNeedingRound(db)).toEqual([])
  await landSample(db, claimed, drawn('0'))
  expect(await evaluationsNeedingRound(db)).toEqual([id])
  await round(db, id)
  expect(await evaluationsNeedingRound(db)).toEqual([])
})

it('asks for no round of an evaluation that ended, unless a sample of it landed since', async () => {
  const db = database()
  const ref = await plannedSample(db, { methods: ['sc@1'] })
  const claimed = await claim(db, ref)
  await cancelEvaluation(db, LOCAL_TEAM, ref.evaluationId)
  expect(await evaluationsNeedingRound(db)).toEqual([])
  await landSample(db, claimed, drawn('0'))
  expect(await evaluationsNeedingRound(db)).toEqual([ref.evaluationId])
  await round(db, ref.evaluationId)
  expect(await evaluationsNeedingRound(db)).toEqual([])
  expect(await selectOne(db, 'SELECT status, samples_drawn FROM evaluation')).toEqual({
    status: 'cancelled',
    samples_drawn: 1,
  })
})

it('counts what the queues hold for certain: not what was just planned, nor what goes back to be drawn later', async () => {
  const db = database()
  const first = await plannedSample(db)
  const counted = async () => (await countQueuedCalls(db))[0]
  expect(await counted()).toEqual({ pool: 'test-pool', waiting: 0, leased: 0 })
  await makeDue(db)
  await takeCallsToQueue(db)
  await db.query(`UPDATE call SET queued_at = now() - interval '2 seconds'`)
  expect(await counted()).toEqual({ pool: 'test-pool', waiting: 4, leased: 0 })
  const claimed = await claim(db, first)
  expect(await counted()).toEqual({ pool: 'test-pool', waiting: 3, leased: 1 })
  await redraw(db, claimed, { reason: 'a fault', unclear: false, backOffMs: 60_000 })
  expect(await counted()).toEqual({ pool: 'test-pool', waiting: 3, leased: 0 })
  expect(await takeCallsToQueue(db, ['test-pool'])).toHaveLength(3)
})
