import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { PLANNED_SAMPLES } from '../support/evaluation-rows.js'
import { type Router, startRouter } from './router.js'

const METHODS = ['sc@8', 'asc-beta@8', 'cges:confidence=lns-arith,gamma=0.99@8']
const QUESTIONS = 40
const SPEC = { methods: METHODS, questions: QUESTIONS }

let fleet: TestFleet | undefined
let router: Router | undefined

afterEach(async () => {
  await fleet?.stop()
  await router?.close()
  fleet = router = undefined
})

/** A pool of one worker beside one server, another of one worker beside a router to two such servers. */
async function started() {
  fleet = await TestFleet.start({ redis: null, workers: 2, concurrency: 8, timeScale: 0.1 })
  router = await startRouter(fleet.simulators.map(({ listening }) => listening))
  await fleet.startWorker({ POOL: 'routed', MODEL_SERVER_URL: router.url })
  return { fleet, router }
}

it('several servers behind one address: each draws its part, and the verdicts are those of one server', async () => {
  const its = await started()
  const alone = await its.fleet.ended((await its.fleet.submit(SPEC)).id)
  const before = [...its.router.sent]
  const routed = await its.fleet.ended((await its.fleet.submit({ ...SPEC, pool: 'routed' })).id)
  expect([routed.status, routed.digest]).toEqual(['done', alone.digest])
  const drawn = its.router.sent.map((count, at) => count - (before[at] ?? 0))
  expect(drawn.reduce((sum, count) => sum + count)).toBe(QUESTIONS * 8)
  expect(Math.min(...drawn)).toBeGreaterThan(QUESTIONS)
})

it('a server that dies behind the address costs no question; its samples are drawn again by the other', async () => {
  const its = await started()
  const alone = await its.fleet.ended((await its.fleet.submit(SPEC)).id)
  const { id } = await its.fleet.submit({ ...SPEC, pool: 'routed' })
  await its.fleet.until(id, ({ samples }) => samples.drawn > QUESTIONS)
  await its.fleet.simulators[1]?.kill('SIGKILL')
  const routed = await its.fleet.ended(id)
  expect([routed.status, routed.digest, routed.trials.blocked]).toEqual(['done', alone.digest, 0])
  const [counts] = await its.fleet.sql<{ again: number; unclear: number }>(
    `SELECT count(*) FILTER (WHERE deliveries > 1)::int AS again, sum(unclear_faults)::int AS unclear
     FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = $1`,
    [id],
  )
  expect(counts?.again).toBeGreaterThan(0)
  // The router is healthy, so an answer that broke off may have been at fault itself.
  expect(counts?.unclear).toBeLessThanOrEqual(8)
})
