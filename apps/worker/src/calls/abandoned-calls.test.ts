import { setTimeout as sleep } from 'node:timers/promises'
import { cancelEvaluation, type DataSource, dropDraws, endCall, LOCAL_TEAM, listenForAbandoned } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AbandonedCalls } from './abandoned-calls.js'
import { claimedSamples, cloneDatabase } from './testing/claimed-samples.js'

const LEASE_MS = 60_000

let db: DataSource
let drop: () => Promise<void>
let abandoned: AbandonedCalls | undefined

beforeEach(async () => {
  ;({ db, drop } = await cloneDatabase())
})

afterEach(async () => {
  await abandoned?.stop()
  await drop()
})

/** Counts the wake-ups of a worker that listens; the first comes as it begins to. */
async function listening(worker: string, listen = listenForAbandoned): Promise<{ wakeUps: number }> {
  const heard = { wakeUps: 0 }
  const at = { id: worker, url: urlOf(db), application: 'test-wake-up' }
  abandoned = new AbandonedCalls(
    (handlers) => listen(at, handlers),
    () => (heard.wakeUps += 1),
  )
  abandoned.start()
  await expect.poll(() => heard.wakeUps, { timeout: 30_000 }).toBe(1)
  return heard
}

function urlOf({ options }: DataSource): string {
  if (!('url' in options) || options.url === undefined) throw new Error('the database has no address')
  return options.url
}

async function workerOf(callId: string): Promise<string> {
  const [row]: { worker: string }[] = await db.query('SELECT worker_id AS worker FROM call WHERE id = $1', [callId])
  return row?.worker ?? ''
}

async function claimed(count: number) {
  const samples = await claimedSamples(db, count, LEASE_MS)
  const [first] = samples
  if (first?.kind !== 'draw') throw new Error('nothing claimed')
  return { samples, first, worker: await workerOf(first.callId) }
}

/** Long enough for whatever was told to be heard. */
const settled = () => sleep(300)

it('wakes a worker once for all calls of its that a commit abandons', async () => {
  const { first, worker } = await claimed(8)
  const heard = await listening(worker)
  await db.transaction((tx) => dropDraws(tx, [first.trialId]))
  await expect.poll(() => heard.wakeUps).toBe(2)
  await settled()
  expect(heard.wakeUps).toBe(2)
})

it('wakes a worker whose evaluation ends', async () => {
  const { first, worker } = await claimed(3)
  const heard = await listening(worker)
  await cancelEvaluation(db, LOCAL_TEAM, first.evaluationId)
  await expect.poll(() => heard.wakeUps).toBe(2)
})

it('wakes nobody as calls end, nor for what a worker abandons itself, nor another worker', async () => {
  const { samples, first, worker } = await claimed(4)
  const heard = await listening(worker)
  const [settledCall, failed, own] = samples
  if (settledCall === undefined || failed === undefined || own === undefined) throw new Error('too few')
  await endCall(db, settledCall, { state: 'settled' })
  await endCall(db, failed, { state: 'failed', reason: 'broken' })
  await endCall(db, own, { state: 'abandoned', reason: 'no longer needed' })
  await db.query('UPDATE call SET worker_id = gen_random_uuid() WHERE evaluation_id = $1', [first.evaluationId])
  await cancelEvaluation(db, LOCAL_TEAM, first.evaluationId)
  await settled()
  expect(heard.wakeUps).toBe(1)
})

const END_LISTENER = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'test-wake-up'`

it('listens again after its connection was lost, and wakes the worker for what it missed', async () => {
  const { first, worker } = await claimed(2)
  const heard = await listening(worker)
  await db.query(END_LISTENER)
  await expect.poll(() => heard.wakeUps, { timeout: 30_000 }).toBe(2)
  await db.transaction((tx) => dropDraws(tx, [first.trialId]))
  await expect.poll(() => heard.wakeUps).toBe(3)
})

it('keeps trying while it cannot listen, with growing pauses, and ends at once when told to', async () => {
  const { worker } = await claimed(1)
  const tries: number[] = []
  await listening(worker, async (at, handlers) => {
    tries.push(performance.now())
    if (tries.length < 4) throw new Error('sorry, too many clients already')
    return listenForAbandoned(at, handlers)
  })
  const pauses = tries.slice(1).map((at, nth) => at - (tries[nth] ?? 0))
  expect(pauses).toHaveLength(3)
  expect(Math.min(...pauses)).toBeGreaterThan(400)
  expect((pauses[2] ?? 0) / (pauses[0] ?? 1)).toBeGreaterThan(2)
  await abandoned?.stop()
  // The server ends its part of a connection a moment later.
  await expect
    .poll(() => db.query<unknown[]>(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'test-wake-up'`))
    .toEqual([])
})
