import { setTimeout as sleep } from 'node:timers/promises'
import { cancelEvaluation, type DataSource, landSample, LOCAL_TEAM, returnExpiredLeases } from '@cges-fleet/db'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HeldLeases } from './held-leases.js'
import { parseResponse, undrawn } from '../samples/parse-response.js'
import { claimedSamples, cloneDatabase } from './testing/claimed-samples.js'

const LEASE_MS = 300

let db: DataSource
let drop: () => Promise<void>
let leases: HeldLeases

beforeEach(async () => {
  ;({ db, drop } = await cloneDatabase())
  leases = new HeldLeases(db, LEASE_MS)
  leases.start()
})

afterEach(async () => {
  await leases.stop()
  await drop()
})

/** Holds until told to stop, and returns the reason. */
function untilAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
}

it('keeps a lease many times longer than it lasts, and lets it go with the work', async () => {
  const [sample] = await claimedSamples(db, 1, LEASE_MS)
  if (sample === undefined) throw new Error('nothing claimed')
  const aborted = await leases.holding(sample, async (signal) => {
    expect(leases.count).toBe(1)
    await sleep(4 * LEASE_MS)
    expect(await returnExpiredLeases(db)).toEqual([])
    return signal.aborted
  })
  expect(aborted).toBe(false)
  expect(leases.count).toBe(0)
  await sleep(1.5 * LEASE_MS)
  expect(await returnExpiredLeases(db)).toMatchObject([{ leases: 1 }])
})

it('aborts the request whose lease was lost, and no other', async () => {
  const [lost, kept] = await claimedSamples(db, 2, LEASE_MS)
  if (lost === undefined || kept === undefined) throw new Error('nothing claimed')
  await leases.holding(kept, async (signal) => {
    const given = leases.holding(lost, untilAborted)
    await db.query(`UPDATE call SET state = 'pending', lease_until = NULL WHERE index = $1`, [lost.index])
    expect(await given).toBe('lease lost')
    expect(signal.aborted).toBe(false)
  })
})

it('aborts every request of an evaluation that was ended', async () => {
  const samples = await claimedSamples(db, 3, LEASE_MS)
  const given = Promise.all(samples.map((sample) => leases.holding(sample, untilAborted)))
  await cancelEvaluation(db, LOCAL_TEAM, samples[0]?.evaluationId ?? '')
  expect(await given).toEqual(['no longer needed', 'no longer needed', 'no longer needed'])
})

it('looks at once when woken, and for a call whose claim was on its way by then', async () => {
  const slow = new HeldLeases(db, 600_000)
  const [held, late] = await claimedSamples(db, 2, LEASE_MS)
  if (held === undefined || late === undefined) throw new Error('nothing claimed')
  await cancelEvaluation(db, LOCAL_TEAM, held.evaluationId ?? '')
  const given = slow.holding(held, untilAborted)
  const { wakeUps } = slow
  slow.wake()
  expect(await given).toBe('no longer needed')
  expect(await slow.holding(late, untilAborted, wakeUps)).toBe('no longer needed')
  await slow.stop()
})

it('looks no oftener for a storm of wake-ups', async () => {
  const [held] = await claimedSamples(db, 1, LEASE_MS)
  if (held === undefined) throw new Error('nothing claimed')
  let looks = 0
  const counting = Object.create(db, {
    query: { value: (...asked: [string]) => ((looks += 1), db.query(...asked)) },
  }) as DataSource
  const stormy = new HeldLeases(counting, 600_000)
  const done = new AbortController()
  const holding = stormy.holding(held, () => untilAborted(done.signal))
  const storm = setInterval(() => {
    for (let n = 0; n < 100; n++) stormy.wake()
  }, 1)
  await sleep(500)
  clearInterval(storm)
  await stormy.stop()
  done.abort()
  await holding
  expect(looks).toBeGreaterThan(1)
  expect(looks).toBeLessThanOrEqual(26)
})

it('gives everything up when the worker drains', async () => {
  const samples = await claimedSamples(db, 2, LEASE_MS)
  const given = Promise.all(samples.map((sample) => leases.holding(sample, untilAborted)))
  leases.giveUpAll('worker draining')
  expect(await given).toEqual(['worker draining', 'worker draining'])
})

it('lets a request go that failed', async () => {
  const [sample] = await claimedSamples(db, 1, LEASE_MS)
  if (sample === undefined) throw new Error('nothing claimed')
  await expect(leases.holding(sample, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(leases.count).toBe(0)
})

it('lands what PostgreSQL cannot store as it came: NUL, half a surrogate pair, also where a long error is cut', async () => {
  const hostile = 'a\u0000b \uD800 c'
  const text = `${hostile} \\boxed{4\u0000\uDFFF}`
  const response = {
    kind: 'finished',
    text,
    reasoning: hostile,
    toolCalls: [],
    finish: 'stop',
    logprobs: null,
    gap: null,
    tokenIds: null,
    tokens: null,
    certainties: null,
    minima: null,
    promptTokens: 1,
    completionTokens: 1,
    streamed: true,
    ttftMs: 1,
    totalMs: 1,
  } as const
  const landed = [
    parseResponse(response, { kind: 'text', paper: false, choices: undefined, engine: null }),
    undrawn('invalid_request', `${'x'.repeat(999)}\u{1F600}`),
    undrawn('infra_error', hostile),
  ]
  const samples = await claimedSamples(db, 3, 60_000)
  for (const [i, sample] of samples.entries()) {
    const drawn = landed[i]
    if (drawn !== undefined) expect(await landSample(db, sample, drawn)).toBe(true)
  }
  const errors = await db.query(`SELECT error FROM sample WHERE error IS NOT NULL ORDER BY length(error)`)
  expect(errors).toEqual([{ error: 'a\uFFFDb \uFFFD c' }, { error: `${'x'.repeat(999)}\uFFFD` }])
  expect(await db.query('SELECT text, reasoning FROM sample_body')).toEqual([
    { text: 'a\uFFFDb \uFFFD c \\boxed{4\uFFFD\uFFFD}', reasoning: 'a\uFFFDb \uFFFD c' },
  ])
})
