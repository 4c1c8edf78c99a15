import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CancelEvaluation, pathOf } from '@cges-fleet/core/contract'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { passOn } from '../vllm/pass-on.js'
import { type RunningApp, spawnApp } from './spawn-app.js'
import { TestFleet } from './test-fleet.js'

const redis = inject('redis')
const SLOTS = 64
const SPEC: Parameters<TestFleet['submit']>[0] = {
  methods: ['cges:confidence=lns-arith,gamma=0.9@16'],
  questions: 16,
  lookahead: 6,
}

const WHOLE: typeof SPEC = { methods: ['sc@16'], questions: 16 }

const HOUR_MS = 3_600_000

/** Two tokens a second: what is abandoned would have gone on for minutes. */
const SLOW = { PORT: '0', MODE: 'simulated', MODEL: 'simulated-model', MAX_NUM_SEQS: String(SLOTS), TIME_SCALE: '25' }

/** Samples of a question up to this one are answered at once, so that many end it while others are in flight. */
const LAST_FAST = 2

let fleet: TestFleet
let slow: RunningApp
let front: Server
/** When the worker closed each stream, by the request's id. */
const closedAt = new Map<string, number>()

beforeEach(async () => {
  fleet = await TestFleet.start({ redis, workers: 0, concurrency: SLOTS, leaseMs: HOUR_MS })
  slow = await spawnApp('vllm-sim', SLOW)
  front = createServer((request, response) => {
    const id = String(request.headers['x-request-id'])
    const isSlow = Number(id.split('/')[1]) > LAST_FAST
    response.on('close', () => closedAt.set(id, Date.now()))
    passOn((isSlow ? slow : fleet.simulators[0])?.listening ?? '', request, response)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await fleet.stop()
  await slow.kill('SIGKILL')
  front.close()
  closedAt.clear()
})

/** A call that was abandoned, by its request's id, and when that was committed. */
type Abandoned = { readonly request: string; readonly committed: number }

/** Starts a worker that looks so often by itself. */
async function startWorker(lookMs: number): Promise<void> {
  const { port } = front.address() as AddressInfo
  await fleet.startWorker({ MODEL_SERVER_URL: `http://127.0.0.1:${port}`, ABANDONED_LOOK_MS: String(lookMs) })
}

/** The round that wrote a question's last verdict abandoned what was in flight of it. */
const OF_FINISHED = `
SELECT k.trial_id || '/' || k.index || '/' || l.fence AS request, v.committed::float8
FROM call_ledger l JOIN call k ON k.id = l.call_id JOIN trial t ON t.id = k.trial_id CROSS JOIN LATERAL (
  SELECT 1000 * max(extract(epoch FROM pg_xact_commit_timestamp(xmin))) AS committed FROM verdict WHERE trial_id = k.trial_id) v
WHERE l.evaluation_id = $1 AND l.state = 'abandoned' AND t.state = 'closed'`

const OF_ENDED = `
SELECT k.trial_id || '/' || k.index || '/' || l.fence AS request,
       (1000 * extract(epoch FROM pg_xact_commit_timestamp(v.xmin)))::float8 AS committed
FROM call_ledger l JOIN call k ON k.id = l.call_id JOIN trial t ON t.id = k.trial_id
JOIN evaluation_event v ON v.evaluation_id = l.evaluation_id AND v.kind = 'cancelled'
WHERE l.evaluation_id = $1 AND l.state = 'abandoned' AND t.state = 'open'`

/** Calls in flight, and those whose worker has not yet said how many tokens they had. */
const LEFT = `
SELECT id FROM call WHERE evaluation_id = $1 AND live AND state = 'leased'
UNION ALL
SELECT call_id FROM call_ledger WHERE evaluation_id = $1 AND state = 'abandoned' AND claim IS NOT NULL`

/** Percentiles of the milliseconds from each commit to the end of its stream. */
function timesOf(abandoned: readonly Abandoned[], what: string) {
  const ms = abandoned
    .flatMap(({ request, committed }) => {
      const closed = closedAt.get(request)
      return closed === undefined ? [] : [closed - committed]
    })
    .toSorted((a, b) => a - b)
  const at = (share: number) => ms[Math.floor(share * (ms.length - 1))] ?? NaN
  const times = { streams: ms.length, p50: at(0.5), p99: at(0.99), most: at(1) }
  console.log(`${what}: ms from the commit to the end of the stream: ${JSON.stringify(times)}`)
  return times
}

const IDLE = `
SELECT max(greatest(s.landed_at, v.decided_at)) < now() - interval '2 seconds' AS idle
FROM sample s LEFT JOIN verdict v USING (trial_id) WHERE s.evaluation_id = $1`

/** Runs an evaluation until only slow answers are in flight, then cancels it. Returns what either abandoned. */
async function abandoned(spec: Parameters<TestFleet['submit']>[0]) {
  const { id } = await fleet.submit(spec)
  await expect.poll(() => fleet.sql(IDLE, [id]), { timeout: 120_000 }).toEqual([{ idle: true }])
  await fleet.post(pathOf(CancelEvaluation, { path: { id } }), {})
  await expect.poll(() => fleet.sql(LEFT, [id]), { timeout: 60_000 }).toEqual([])
  return {
    finished: await fleet.sql<Abandoned>(OF_FINISHED, [id]),
    cancelled: await fleet.sql<Abandoned>(OF_ENDED, [id]),
  }
}

const LISTENERS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'cges-worker-wake-up%'`

it('frees the slot of a call that nobody needs as soon as that is committed (simulated)', async () => {
  await startWorker(HOUR_MS / 3)
  const finished: Abandoned[] = []
  for (let seed = 1; finished.length < 100; seed++) finished.push(...(await abandoned({ ...SPEC, seed })).finished)
  const ended = [await abandoned({ ...WHOLE, seed: 1 }), await abandoned({ ...WHOLE, seed: 2 })]
  const cancelled = ended.flatMap((found) => found.cancelled)
  expect(cancelled.length).toBeGreaterThanOrEqual(SLOTS)
  for (const [what, calls] of Object.entries({ finished, cancelled })) {
    const times = timesOf(calls, what)
    expect(times.streams).toBe(calls.length)
    expect(times.p50).toBeLessThan(5000)
  }
})

it('listens again once its connection was killed (simulated)', async () => {
  await startWorker(HOUR_MS / 3)
  await expect.poll(() => fleet.sql(LISTENERS)).toHaveLength(1)
  const [before] = await fleet.sql<{ pid: number }>(LISTENERS)
  await fleet.sql('SELECT pg_terminate_backend($1)', [before?.pid])
  await expect.poll(() => fleet.sql(LISTENERS)).not.toContainEqual(before)
  await expect.poll(() => fleet.sql(LISTENERS)).toHaveLength(1)
  const { cancelled } = await abandoned(WHOLE)
  expect(cancelled.length).toBeGreaterThan(SLOTS / 2)
  expect(timesOf(cancelled, 'listening again').p50).toBeLessThan(5000)
})

it('looks each second where no notice comes, as behind some poolers (simulated)', async () => {
  await startWorker(1000)
  await fleet.sql('ALTER TABLE evaluation DISABLE TRIGGER evaluation_end_is_told')
  const { cancelled } = await abandoned(WHOLE)
  expect(cancelled.length).toBeGreaterThan(SLOTS / 2)
  expect(timesOf(cancelled, 'no notice').most).toBeLessThan(20_000)
})
