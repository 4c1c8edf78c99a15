import type { EvaluationView } from '@cges-fleet/core'
import { ListPools, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'
import { PLANNED_SAMPLES } from '../support/evaluation-rows.js'

const METHODS = ['sc@8', 'cges:confidence=lns-arith,gamma=0.99@8']
const QUESTIONS = 60

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

interface WorkerSeen {
  readonly ready: boolean
  readonly reason: string | null
}

async function workersOf({ api }: TestFleet): Promise<WorkerSeen[]> {
  const { pools } = (await (await fetch(`${api}${pathOf(ListPools)}`)).json()) as { pools: { workers: WorkerSeen[] }[] }
  return pools.flatMap(({ workers }) => workers)
}

/** What an evaluation came to, as nobody may see from it that a server died. */
const outcomeOf = ({ status, digest, methods, sensitivity, notComparable, trials }: EvaluationView): object => {
  const results = methods.map(({ key, accuracy, accuracyBounds, calls, callsBounds }) => {
    return { key, accuracy, accuracyBounds, calls, callsBounds }
  })
  return { status, digest, results, sensitivity, notComparable, trials }
}

const spec = { methods: METHODS, questions: QUESTIONS }

it.each([
  ['and is started again', { backAfterMs: 1500 }, /health answered 503|answered 500|No model server answers/],
  ['for good', {}, /No model server answers/],
] as const)('an engine that dies %s costs no sample, and leaves none in doubt', async (_, recovery, why) => {
  fleet = await TestFleet.start({ redis: null, workers: 2, concurrency: 8, timeScale: 0.1 })
  const calm = outcomeOf(await fleet.ended((await fleet.submit(spec)).id))
  const death = { kind: 'engine-death', afterTokens: 20, endsAfterMs: 1000, ...recovery }
  const rules = [{ fault: death, nth: 20 }]
  await fetch(`${fleet.simulators[1]?.listening}/admin/faults`, { method: 'POST', body: JSON.stringify({ rules }) })
  const { id } = await fleet.submit(spec)
  await expect
    .poll(async () => (await workersOf(fleet as TestFleet)).filter(({ ready }) => !ready), { timeout: 60_000 })
    .toMatchObject([{ reason: expect.stringMatching(why) }])
  const done = await fleet.ended(id)
  expect(outcomeOf(done)).toEqual(calm)
  const [counts] = await fleet.sql(
    `SELECT count(*) FILTER (WHERE deliveries > 1)::int AS again, sum(unclear_faults)::int AS unclear,
            count(*) FILTER (WHERE outcome = 'infra_error')::int AS given, count(*)::int AS read
     FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = $1 AND state = 'read'`,
    [id],
  )
  expect(counts).toMatchObject({ unclear: 0, given: 0, read: QUESTIONS * 8 })
  expect(counts?.['again']).toBeGreaterThan(0)
  const back = 'backAfterMs' in recovery
  const paused = back ? [] : [{ ready: false, reason: expect.stringMatching(why) }]
  await expect
    .poll(async () => (await workersOf(fleet as TestFleet)).filter(({ ready }) => !ready))
    .toEqual(paused.map((each) => expect.objectContaining(each)))
})

const COLD = { FAULTS: JSON.stringify([{ fault: { kind: 'cold', warmsUpMs: 8000 } }]) }
const IMPATIENT = { FIRST_BYTE_MS: '2500', IDLE_GAP_MS: '2500' }

it('a cold engine is waited for: its pool says so, and nothing is drawn twice', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, simulator: COLD, worker: IMPATIENT })
  const { id } = await fleet.submit({ methods: ['sc@4'], questions: 10 })
  await expect
    .poll(() => workersOf(fleet as TestFleet))
    .toEqual([expect.objectContaining({ ready: true, reason: 'warming up: no token has come yet' })])
  expect(await fleet.ended(id)).toMatchObject({
    status: 'done',
    samples: { drawn: 40, attempts: 40 },
    sensitivity: null,
  })
  await expect
    .poll(() => workersOf(fleet as TestFleet))
    .toEqual([expect.objectContaining({ ready: true, reason: null })])
})

it('a worker told not to wait for a cold engine gives its answers up and draws them again', async () => {
  const worker = { ...IMPATIENT, WARM_UP_MS: '0' }
  fleet = await TestFleet.start({ redis: null, workers: 1, simulator: COLD, worker })
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@4'], questions: 10 })).id)
  expect(done).toMatchObject({ status: 'done', samples: { drawn: 40 } })
  expect(done.samples.attempts).toBeGreaterThan(40)
})
