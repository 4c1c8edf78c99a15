import {
  type Attempt,
  claimCall,
  claimScore,
  endCall,
  ensurePool,
  giveUpCall,
  landSample,
  newId,
  renewLeases,
  returnExpiredLeases,
  runningEvaluations,
  selectDrawingContext,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  claim,
  drawn,
  PATIENT,
  plannedSample,
  registerSilent,
  select,
  selectOne,
  sibling,
  TERMS,
  WORKER,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

// One login serves all workers: what one of them knows of another, the ids of its calls and their fences, must not be enough
// to act on what that one holds.
const database = useDatabase()

const guessed = (attempt: Attempt): Attempt => ({ ...attempt, claim: newId() })
const STATE = `SELECT k.state, k.fence, k.deliveries, k.lease_until > now() + interval '30 minutes' AS renewed,
  (SELECT count(*)::int FROM sample) AS samples, (SELECT count(*)::int FROM call_ledger) AS ended,
  (SELECT count(*)::int FROM call WHERE kind = 'score') AS scores FROM call k WHERE k.id = $1`

it('lets nobody land, end, hand back, renew or score what another worker holds', async () => {
  const db = database()
  const held = await claim(db, await plannedSample(db))
  const before = await selectOne(db, STATE, [held.callId])
  const foreign = guessed(held)
  expect(await landSample(db, foreign, drawn('another'))).toBe(false)
  expect(await endCall(db, foreign, { state: 'settled' })).toBe(false)
  expect(await endCall(db, foreign, { state: 'failed', reason: 'spoilt' })).toBe(false)
  expect(await endCall(db, foreign, { state: 'handed_back', reason: 'not mine' })).toBe(false)
  expect(await renewLeases(db, [foreign], 3_600_000)).toEqual([])
  expect(await claimScore(db, foreign, WORKER, newId())).toBeNull()
  expect(await selectOne(db, STATE, [held.callId])).toEqual(before)
  expect(await renewLeases(db, [held], 3_600_000)).toEqual([held.callId])
  expect(await claimScore(db, held, WORKER, newId())).toMatchObject({ fence: 1 })
  expect(await landSample(db, held, drawn('own'))).toBe(true)
})

it('lets nobody write that another worker’s lost attempt came late', async () => {
  const db = database()
  const held = await claim(db, await plannedSample(db))
  await db.query(`UPDATE call SET lease_until = now() - interval '1 s' WHERE id = $1`, [held.callId])
  await returnExpiredLeases(db)
  const ledger = () => select(db, 'SELECT state, completion_tokens AS tokens FROM call_ledger')
  await landSample(db, guessed(held), drawn('another', { completionTokens: 16_000_000 }))
  expect(await ledger()).toEqual([{ state: 'lost', tokens: null }])
  await landSample(db, held, drawn('own'))
  expect(await ledger()).toEqual([{ state: 'discarded', tokens: 22 }])
})

it('lets a worker claim and give up of its own pool, under its own name, and nobody who is not registered', async () => {
  const db = database()
  const { callId, evaluationId } = await plannedSample(db)
  const elsewhere = { id: newId(), secret: newId() }
  await ensurePool(db, 'another', { model: 'm', provenance: 'simulated' })
  await registerSilent(db, elsewhere, { pool: 'another', maxDeliveries: 1 })
  const strangers = [{ id: newId(), secret: newId() }, { ...WORKER, secret: newId() }, elsewhere]
  for (const worker of strangers) expect(await claimCall(db, callId, { ...TERMS, worker })).toBeNull()
  await db.query('UPDATE call SET deliveries = 6 WHERE id = $1', [callId])
  for (const worker of [...strangers, PATIENT]) expect(await giveUpCall(db, callId, worker)).toBeNull()
  expect(await giveUpCall(db, callId, WORKER)).toEqual({ evaluationId })
})

it('answers how an evaluation is drawn to the holder of one of its calls alone, for as long as it holds that', async () => {
  const db = database()
  const planned = await plannedSample(db)
  const held = await claim(db, planned)
  expect(await selectDrawingContext(db, held)).toMatchObject({ template: '{question}', model: 'm', answerKind: 'text' })
  const unheld = [
    guessed(held),
    { ...held, fence: held.fence + 1 },
    { ...held, callId: (await sibling(db, planned, 1)).callId },
  ]
  for (const attempt of unheld) expect(await selectDrawingContext(db, attempt)).toBeNull()
  await endCall(db, held, { state: 'handed_back', reason: 'draining' })
  expect(await selectDrawingContext(db, held)).toBeNull()
})

it('names the running evaluations of its own pool to a registered worker', async () => {
  const db = database()
  const { evaluationId } = await plannedSample(db)
  const elsewhere = { id: newId(), secret: newId() }
  await ensurePool(db, 'another', { model: 'm', provenance: 'simulated' })
  await registerSilent(db, elsewhere, { pool: 'another' })
  expect(await runningEvaluations(db, WORKER)).toEqual([evaluationId])
  const strangers = [elsewhere, { id: newId(), secret: newId() }, { ...WORKER, secret: newId() }]
  for (const worker of strangers) expect(await runningEvaluations(db, worker)).toEqual([])
})

it('lets no worker give up what was never delivered', async () => {
  const db = database()
  await plannedSample(db)
  for (const maxDeliveries of [0, -1, 1001]) {
    await expect(registerSilent(db, WORKER, { maxDeliveries })).rejects.toThrow(/set MAX_DELIVERIES/)
  }
})
