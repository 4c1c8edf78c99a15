import { GRADING_VERSION } from '@cges-fleet/answers'
import { MOST_HAND_BACKS } from '@cges-fleet/core'
import {
  claimCall,
  type DataSource,
  giveUpCall,
  landSample,
  newId,
  renewLeases,
  returnExpiredLeases,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import {
  ATTEMPTS,
  claim,
  drawn,
  handBack,
  PLANNED_SAMPLES,
  plannedSample,
  redraw,
  type SampleRef,
  select,
  selectOne,
  sibling,
  TERMS,
  WORKER,
} from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const at = ({ callId }: SampleRef) => `WHERE call_id = '${callId}'`
const rowOf = (db: DataSource, ref: SampleRef) => selectOne(db, `SELECT * FROM ${PLANNED_SAMPLES} s ${at(ref)}`)
const ledgerOf = (db: DataSource, ref: SampleRef) =>
  select(db, `SELECT fence, state FROM ${ATTEMPTS} l ${at(ref)} ORDER BY fence`)
const expire = (db: DataSource, ref: SampleRef) =>
  db.query(`UPDATE call SET lease_until = now() - interval '1 ms' WHERE id = '${ref.callId}'`)

it('lands everything the attempt brought back and settles its call', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const body = { text: 'It is \\boxed{½}', reasoning: 'hm', tokenIds: Buffer.from([1]), logprobs: Buffer.from([2, 3]) }
  const claimed = await claim(db, ref)
  expect(await landSample(db, claimed, drawn('½', { body, error: 'none' }))).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'landed', lease_until: null })
  expect(await selectOne(db, 'SELECT * FROM sample')).toMatchObject({
    landed_at: expect.any(Date),
    outcome: 'answer',
    raw_answer: '½',
    answer_key: '½',
    answer_tier: 'marked',
    grading_version: GRADING_VERSION,
    signals: { 'lns-arith': 0.9, 'lns-geom': 0.8 },
    signals_version: 1,
    prompt_tokens: 11,
    completion_tokens: 22,
    finish_reason: 'stop',
    ttft_ms: 1.5,
    total_ms: 2.5,
    engine: 'test m',
    error: 'none',
  })
  expect(await selectOne(db, 'SELECT text, reasoning, token_ids, logprobs FROM sample_body')).toEqual({
    text: body.text,
    reasoning: 'hm',
    token_ids: body.tokenIds,
    logprobs: body.logprobs,
  })
  const ledger = await selectOne(db, 'SELECT state, prompt_tokens, completion_tokens, ended_at FROM call_ledger')
  expect(ledger).toEqual({ state: 'settled', prompt_tokens: 11, completion_tokens: 22, ended_at: expect.any(Date) })
})

it('keeps confidences bit by bit', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const signals = { 'lns-arith': 0.1 + 0.2, 'lns-geom': Math.fround(1 / 3) / 7 }
  await landSample(db, await claim(db, ref), drawn('1', { signals }))
  expect(await rowOf(db, ref)).toMatchObject({ signals })
})

it('discards what a late attempt brings, though it was faster to answer, and leaves the row alone', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const late = await claim(db, ref)
  await expire(db, ref)
  await returnExpiredLeases(db)
  const current = await claim(db, ref)
  const before = await rowOf(db, ref)
  expect(await landSample(db, late, drawn('late'))).toBe(false)
  expect(await rowOf(db, ref)).toEqual(before)
  expect(await select(db, 'SELECT * FROM sample_body')).toEqual([])
  expect(await landSample(db, current, drawn('current'))).toBe(true)
  expect(await landSample(db, late, drawn('later'))).toBe(false)
  expect(await rowOf(db, ref)).toMatchObject({ answer_key: 'current', fence: 2 })
  expect(await ledgerOf(db, ref)).toEqual([
    { fence: 1, state: 'discarded' },
    { fence: 2, state: 'settled' },
  ])
})

it('discards what comes back after the lease was taken away, even before another takes the sample', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const late = await claim(db, ref)
  await expire(db, ref)
  await returnExpiredLeases(db)
  expect(await landSample(db, late, drawn('late'))).toBe(false)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'pending', fence: 1, outcome: null })
})

it('still lands an attempt whose lease ran out while nobody took it', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const claimed = await claim(db, ref)
  await expire(db, ref)
  expect(await landSample(db, claimed, drawn('1'))).toBe(true)
  expect(await returnExpiredLeases(db)).toEqual([])
  expect(await ledgerOf(db, ref)).toEqual([{ fence: 1, state: 'settled' }])
})

it('lands an attempt once, though its completion is written twice', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const claimed = await claim(db, ref)
  const twice = await Promise.all([landSample(db, claimed, drawn('1')), landSample(db, claimed, drawn('1'))])
  expect(twice).toEqual([true, true])
  expect(await landSample(db, claimed, drawn('2'))).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'landed', answer_key: '1' })
  expect(await ledgerOf(db, ref)).toEqual([{ fence: 1, state: 'settled' }])
})

it('renews the leases still held, and no lease that was lost', async () => {
  const db = database()
  const kept = await plannedSample(db)
  const lost = await sibling(db, kept, 1)
  const held = [await claim(db, kept), await claim(db, lost)]
  await expire(db, kept)
  await expire(db, lost)
  await db.query(`UPDATE call SET state = 'pending', lease_until = NULL WHERE id = '${lost.callId}'`)
  expect(await renewLeases(db, held, 60_000)).toEqual([kept.callId])
  expect(await returnExpiredLeases(db)).toEqual([])
  expect(await rowOf(db, lost)).toMatchObject({ lease_until: null })
  await claim(db, lost)
  expect(await renewLeases(db, held.slice(1), 60_000)).toEqual([])
  expect(await renewLeases(db, [], 60_000)).toEqual([])
})

it('sends a faulty draw back under its own fence, to be queued after its back-off', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const claimed = await claim(db, ref)
  const fault = { reason: 'reset', unclear: true, backOffMs: 5_000 }
  expect(await redraw(db, claimed, fault)).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'pending', fence: 1, deliveries: 1, unclear_faults: 1 })
  const due = await selectOne(
    db,
    `SELECT queue_at > now() + interval '4 seconds' AS later FROM call WHERE id = '${ref.callId}'`,
  )
  expect(due).toEqual({ later: true })
  const again = await claim(db, ref)
  expect(again).toMatchObject({ fence: 2, unclearFaults: 1, seed: claimed.seed })
  expect(await redraw(db, claimed, fault)).toBe(true)
  expect(await landSample(db, claimed, drawn('1'))).toBe(false)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'leased', fence: 2, unclear_faults: 1 })
  expect(await redraw(db, again, { ...fault, unclear: false })).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'pending', fence: 2, deliveries: 2, unclear_faults: 1 })
  expect(await ledgerOf(db, ref)).toEqual([
    { fence: 1, state: 'failed' },
    { fence: 2, state: 'failed' },
  ])
})

it('does not count a delivery that is handed back, and takes nothing back from another attempt', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const drained = await claim(db, ref)
  expect(await handBack(db, drained, 'worker draining')).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'pending', fence: 1, deliveries: 0 })
  const other = await claim(db, ref)
  expect(await handBack(db, drained, 'worker draining')).toBe(true)
  expect(await rowOf(db, ref)).toMatchObject({ state: 'leased', fence: 2, deliveries: 1 })
  expect(await landSample(db, other, drawn('1'))).toBe(true)
  expect(await ledgerOf(db, ref)).toEqual([
    { fence: 1, state: 'handed_back' },
    { fence: 2, state: 'settled' },
  ])
})

it('gives up a call that is handed back for ever', async () => {
  const db = database()
  const ref = await plannedSample(db)
  let handedBack = 0
  const next = () => claimCall(db, ref.callId, TERMS)
  for (let attempt = await next(); attempt !== null; attempt = await next()) {
    expect(await handBack(db, attempt, 'not now')).toBe(true)
    handedBack += 1
    if (handedBack > 100) break
  }
  expect(handedBack).toBe(MOST_HAND_BACKS + 6)
  expect(await giveUpCall(db, ref.callId, WORKER)).toEqual({ evaluationId: ref.evaluationId })
})

it.each(['infra_error', 'invalid_request'] as const)(
  'closes the call of a sample that ends as %s as failed, with its reason: nothing is charged for it',
  async (outcome) => {
    const db = database()
    const ref = await plannedSample(db)
    const undrawn = drawn(null, { outcome, error: 'the stream broke', body: null })
    expect(await landSample(db, await claim(db, ref), undrawn)).toBe(true)
    expect(await select(db, 'SELECT state, reason FROM call_ledger')).toEqual([
      { state: 'failed', reason: 'the stream broke' },
    ])
  },
)

it('lets a worker that lost the answer to a commit find its own claim and its own landing, and nobody else’s', async () => {
  const db = database()
  const ref = await plannedSample(db)
  const terms = { ...TERMS, claim: newId() }
  const first = await claimCall(db, ref.callId, terms)
  expect(await claimCall(db, ref.callId, terms)).toEqual(first)
  expect(await claimCall(db, ref.callId, { ...TERMS, claim: newId() })).toBeNull()
  expect(await ledgerOf(db, ref)).toEqual([{ fence: 1, state: 'started' }])
  if (first === null) throw new Error('nothing was claimed')
  expect(await landSample(db, { ...first, fence: 2 }, drawn('2'))).toBe(false)
  expect(await landSample(db, first, drawn('1'))).toBe(true)
  expect(await landSample(db, first, drawn('1'))).toBe(true)
  expect(await landSample(db, { ...first, fence: 2 }, drawn('2'))).toBe(false)
  expect(await claimCall(db, ref.callId, terms)).toBeNull()
})
