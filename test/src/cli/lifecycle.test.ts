import { setTimeout as sleep } from 'node:timers/promises'
import type { EvaluationView } from '@cges-fleet/core'
import { CancelEvaluation, pathOf, PauseEvaluation, ResumeEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { PLANNED_SAMPLES } from '../support/evaluation-rows.js'
import { cges } from './run-cges.js'

let fleet: TestFleet

beforeAll(async () => {
  // Samples take some tenths of a second, so that there is always one to interrupt.
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8, timeScale: 0.1, leaseMs: 3000 })
})

afterAll(async () => {
  await fleet.stop()
})

async function say(...args: string[]): Promise<string> {
  const run = cges([...args, '--api', fleet.api])
  expect(await run.code, run.err()).toBe(0)
  return run.out().trim()
}

async function refused(...args: string[]): Promise<string> {
  const run = cges([...args, '--api', fleet.api])
  expect(await run.code, run.out()).toBe(1)
  return run.err()
}

const count = async (id: string, ...states: string[]): Promise<number> => {
  const [row] = await fleet.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = $1 AND state = ANY($2)`,
    [id, states],
  )
  return row?.n ?? 0
}

const inFlight = (id: string): Promise<number> => count(id, 'leased')

/** Those that have landed and wait for a round to count them among the rest. */
const unfinished = (id: string): Promise<number> => count(id, 'leased', 'landed')

/** The same once more, over HTTP: nothing changes. */
const again = (route: typeof PauseEvaluation | typeof ResumeEvaluation | typeof CancelEvaluation, id: string) =>
  fleet.post(pathOf(route, { path: { id } }), {})

const finished = (id: string): Promise<EvaluationView> => fleet.until(id, ({ status }) => status === 'done')

it('pauses, resumes, cancels and extends from the command line, and ends as if it had been left alone', async () => {
  const spec = { methods: ['sc@6'], questions: 40, name: 'interrupted' }
  const { id } = await fleet.submit(spec)
  await fleet.until(id, ({ samples }) => samples.drawn > 10)

  expect(await say('pause', id, '--reason', 'another team is in a hurry')).toContain('paused')
  expect(await again(PauseEvaluation, id)).toMatchObject({ status: 'paused' })
  await expect.poll(() => unfinished(id), { timeout: 90_000 }).toBe(0)
  const held = await fleet.view(id)
  await sleep(1000)
  const later = await fleet.view(id)
  expect(later).toMatchObject({
    status: 'paused',
    samples: { drawn: held.samples.drawn, attempts: held.samples.attempts },
  })
  expect(await refused('retry', 'no-such-evaluation')).toMatch(/no-such-evaluation/)

  expect(await say('resume', id)).toContain('running')
  expect(await again(ResumeEvaluation, id)).toMatchObject({ status: 'running' })
  await expect.poll(() => inFlight(id), { timeout: 90_000 }).toBeGreaterThan(0)
  expect(await say('cancel', id, '--reason', 'wrong day')).toContain('cancelled')
  expect(await again(CancelEvaluation, id)).toMatchObject({ status: 'cancelled' })
  // The model stops at once, not when the answers would have ended.
  await expect.poll(() => inFlight(id), { timeout: 90_000 }).toBe(0)
  expect(await refused('resume', id)).toMatch(
    /cancelled: only a paused evaluation can be resumed. Use extend to continue this one/,
  )

  await say('extend', id, '--budget', '6', '--reason', 'the right day')
  const done = await finished(id)
  expect(done.samples.drawn).toBe(6 * 40)

  const rerun = ['rerun', id, '--name', 'undisturbed', '--seed', `${done.seed}`, '--idempotency-key', 'twin'] as const
  const twin = await say(...rerun)
  expect(await say(...rerun)).toBe(twin)
  expect((await finished(twin)).digest).toBe(done.digest)

  const events = await say('events', id)
  for (const reason of ['another team is in a hurry', 'wrong day', 'the right day']) expect(events).toContain(reason)
})

const ABANDONED = `
SELECT count(*)::int AS calls, count(completion_tokens)::int AS told, coalesce(sum(completion_tokens), 0)::int AS tokens
FROM call_ledger WHERE evaluation_id = $1 AND state = 'abandoned'`

it('stops calls in flight with a pause, and ends as if it had been left alone, also after a kill', async () => {
  const { id } = await fleet.submit({ methods: ['sc@6'], questions: 40, seed: 21 })
  await fleet.until(id, ({ samples }) => samples.drawn > 10)
  await expect.poll(() => inFlight(id)).toBeGreaterThan(0)
  expect(await say('pause', id, '--stop-calls', '--reason', 'the cards are wanted')).toContain('paused')
  await expect.poll(() => unfinished(id), { timeout: 90_000 }).toBe(0)
  const [stopped] = await fleet.sql<{ calls: number; told: number; tokens: number }>(ABANDONED, [id])
  expect(stopped?.calls).toBeGreaterThan(0)
  expect(stopped?.told).toBe(stopped?.calls)
  const held = await fleet.view(id)
  expect(held).toMatchObject({ status: 'paused', samples: { inFlight: 0, abandoned: stopped?.calls } })

  await say('resume', id)
  await expect.poll(() => inFlight(id), { timeout: 90_000 }).toBeGreaterThan(0)
  // Calls in flight finish here, until the pause is made one that stops them; their worker dies before it can.
  await say('pause', id)
  await fleet.workers.at(-1)?.kill('SIGKILL')
  expect(await say('pause', id, '--stop-calls')).toContain('paused')
  await fleet.startWorker()
  await say('resume', id)

  const done = await finished(id)
  const undisturbed = await finished((await fleet.submit({ methods: ['sc@6'], questions: 40, seed: 21 })).id)
  expect(done.digest).toBe(undisturbed.digest)
  expect(done.samples.drawn).toBe(6 * 40)
  expect(done.methods.map(({ calls }) => calls)).toEqual(undisturbed.methods.map(({ calls }) => calls))
})

it('draws only what an extension lacks: nothing for a method the samples suffice for, the rest for a larger budget', async () => {
  const { id } = await fleet.submit({ methods: ['sc@6'], questions: 10 })
  const first = await finished(id)
  await say('extend', id, '--method', 'esc:window=3@6')
  const second = await fleet.until(id, ({ status, methods }) => status === 'done' && methods.length === 2)
  expect(second.samples.drawn).toBe(first.samples.drawn)
  await say('extend', id, '--budget', '8')
  const third = await fleet.until(id, ({ status, samples }) => status === 'done' && samples.drawn > 60)
  expect(third.samples.drawn).toBe(80)
  expect(await refused('extend', id, '--replicates', '0')).toMatch(/whole number from 1/)
})

it('stops at a cap on calls, says so, and goes on when it is raised', async () => {
  const { id } = await fleet.submit({ methods: ['sc@6'], questions: 20, caps: { calls: 30 } })
  const stopped = await fleet.until(id, ({ status }) => status === 'budget_stopped')
  expect(stopped.samples.drawn).toBeLessThanOrEqual(30)
  expect(stopped.reason).toMatchObject({ kind: 'calls_cap', counts: { cap: 30 } })
  await say('extend', id, '--max-calls', '500')
  expect((await finished(id)).samples.drawn).toBe(120)
})
