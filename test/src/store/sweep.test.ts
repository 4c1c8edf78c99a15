import {
  cancelEvaluation,
  landSample,
  type DataSource,
  evaluationsNeedingRound,
  LOCAL_TEAM,
  returnExpiredLeases,
  selectDueCalls,
  takeLostCalls,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  ATTEMPTS,
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
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const at = (ref: SampleRef) => `WHERE id = '${ref.callId}'`
const makeDue = (db: DataSource) => db.query(`UPDATE call SET queue_at = now() WHERE state = 'pending'`)
/** What a sweep takes if no queue has a job for anything. */
const takeAll = async (db: DataSource) => takeLostCalls(db, await selectDueCalls(db, null))
const aWhileLater = (db: DataSource) => db.query(`UPDATE call SET queued_at = queued_at - interval '2 seconds'`)

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
  const [taken, ...others] = await takeAll(db)
  expect(others).toEqual([])
  expect(taken).toEqual({
    callId: ref.callId,
    kind: 'draw',
    trialId: ref.trialId,
    rankingId: null,
    index: 0,
    fence: 1,
    pool: 'test-pool',
    priority: 1017,
    repair: expect.any(Number),
    repairBefore: null,
    lost: false,
    traceparent,
    trialsTotal: 2,
  })
})

it('finds what is due until it is claimed; what a sweep takes it takes for a second, and as another repair each time', async () => {
  const db = database()
  await plannedSample(db)
  expect(await takeAll(db)).toEqual([])
  await makeDue(db)
  expect(await selectDueCalls(db, null)).toHaveLength(4)
  expect(await selectDueCalls(db, null)).toHaveLength(4)
  const first = await takeAll(db)
  expect(first).toHaveLength(4)
  expect(first.every(({ lost, repairBefore }) => lost && repairBefore === null)).toBe(true)
  expect(await takeAll(db)).toEqual([])
  await aWhileLater(db)
  const second = await takeAll(db)
  expect(second.map(({ callId }) => callId)).toEqual(first.map(({ callId }) => callId))
  expect(second.every(({ repairBefore }) => repairBefore !== null)).toBe(true)
  expect(second.every(({ repair }, nth) => repair !== first[nth]?.repair)).toBe(true)
})

it('pages through what is due, and takes nothing that has been claimed since it was found', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await makeDue(db)
  const first = await selectDueCalls(db, null, 3)
  const second = await selectDueCalls(db, first.at(-1)?.callId ?? '', 3)
  expect([first.length, second.length]).toEqual([3, 1])
  expect(new Set([...first, ...second].map(({ callId }) => callId)).size).toBe(4)
  await claim(db, ref)
  const taken = await takeLostCalls(db, [...first, ...second])
  expect(taken).toHaveLength(3)
  expect(taken.map(({ callId }) => callId)).not.toContain(ref.callId)
  await db.query(`UPDATE call SET lease_until = now() - interval '1 ms' ${at(ref)}`)
  await returnExpiredLeases(db)
  await aWhileLater(db)
  // It is pending again, under another fence than when it was found.
  expect(await takeLostCalls(db, [...first, ...second])).toHaveLength(3)
})

it('lets sweeps at once queue every due sample once', async () => {
  const db = database()
  await plannedSample(db, { methods: ['sc@16'] })
  await makeDue(db)
  const due = await selectDueCalls(db, null)
  const taken = await Promise.all([takeLostCalls(db, due), takeLostCalls(db, due), takeLostCalls(db, due)])
  const keys = taken.flat().map(({ callId }) => callId)
  expect(keys).toHaveLength(32)
  expect(new Set(keys)).toHaveLength(32)
})

it('queues nothing of an evaluation that was ended', async () => {
  const db = database()
  const ref = await plannedSample(db)
  await makeDue(db)
  const due = await selectDueCalls(db, null)
  await cancelEvaluation(db, LOCAL_TEAM, ref.evaluationId)
  expect(await selectDueCalls(db, null)).toEqual([])
  expect(await takeLostCalls(db, due)).toEqual([])
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

it('leaves what is drawn again later to its time', async () => {
  const db = database()
  const first = await plannedSample(db)
  await makeDue(db)
  await takeAll(db)
  await aWhileLater(db)
  const claimed = await claim(db, first)
  expect(await selectDueCalls(db, null)).toHaveLength(3)
  await redraw(db, claimed, { reason: 'a fault', unclear: false, backOffMs: 60_000 })
  expect(await selectDueCalls(db, null)).toHaveLength(3)
})
