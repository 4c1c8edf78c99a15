import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { IS_AT_LENGTH } from '../support/repetitions.js'
import { type Strangeness, startStrangeServer, type StrangeServer } from './strange-server.js'

/** What each answers, and what must be said of it. */
const CASES: readonly [Exclude<Strangeness, 'healthy'>, RegExp][] = [
  ['redirect', /answered 307: Moved to the login/],
  ['html', /<!doctype html><title>Welcome to nginx!/],
  ['garbage', /bytes that are not UTF-8|garbled/],
  ['garbage events', /\{\{garbled/],
]
const METHODS = ['sc@6']

/** Each, in one answer and in all; the first in both and the others in all, unless at length. */
const ALONE = CASES.flatMap(([how, says], at) =>
  (IS_AT_LENGTH || at === 0 ? [false, true] : [true]).map((everything) => ({ how, says, everything })),
)

describe('a live fleet with a server at whose address something else has come to listen', () => {
  let fleet: TestFleet
  let strange: StrangeServer

  beforeAll(async () => {
    fleet = await TestFleet.start({
      redis: null,
      workers: 1,
      concurrency: 4,
      timeScale: 0.05,
      worker: { MAX_DELIVERIES: '6' },
    })
    const server = fleet.simulators[0]?.listening ?? ''
    strange = await startStrangeServer(server)
    await fleet.startWorker({ POOL: 'alone', MODEL_SERVER_URL: strange.url })
    await fleet.startWorker({ MODEL_SERVER_URL: strange.url })
  })

  afterAll(async () => {
    await fleet?.stop()
    await strange?.close()
  })

  afterEach(() => strange.turn('healthy'))

  const noticeOf = async (pool: string) => {
    const held = await fleet.sql<{ reason: string }>(`SELECT reason FROM worker WHERE pool = $1 AND NOT ready`, [pool])
    return held.map(({ reason }) => reason).join('; ')
  }

  it.each(CASES)('beside a healthy one, %s: no question is lost, and the pool says what it sent', async (how, says) => {
    const { id } = await fleet.submit({ methods: METHODS, questions: 20, name: `beside, ${how}` })
    await fleet.until(id, ({ samples }) => samples.drawn > 0)
    strange.turn(how)
    const view = await fleet.ended(id)
    expect([view.status, view.trials]).toEqual(['done', { total: 20, closed: 20, blocked: 0 }])
    await expect

      .poll(() => noticeOf('test'), { timeout: 90_000 })
      .toMatch(says)
    // A server that is left alone is asked now and then, not for every call.
    const before = strange.completionCount()
    await sleep(3000)
    expect(strange.completionCount() - before).toBeLessThan(12)
    strange.turn('healthy')
    await expect.poll(() => noticeOf('test'), { timeout: 90_000 }).toBe('')
  })

  it.each(ALONE)(
    'alone, $how, everything: $everything: the evaluation says what it waits for, and ends once the server is right',
    async ({ how, says, everything }) => {
      const spec = { methods: METHODS, questions: 24, pool: 'alone', name: `alone, ${how}, ${everything}` }
      const { id } = await fleet.submit(spec)
      await fleet.until(id, ({ samples }) => samples.drawn > 0)
      strange.turn(how, everything)
      const held = await fleet.until(id, ({ waits, status }) => waits?.kind === 'no-worker' || status !== 'running')
      expect(held.waits?.why).toMatch(says)
      strange.turn('healthy')
      const view = await fleet.ended(id)
      expect([view.status, view.trials.blocked]).toEqual(['done', 0])
    },
  )

  it('says of a worker that has never had a model server what listens there instead', async () => {
    strange.turn('html', true)
    const started = fleet.startWorker({ MODEL_SERVER_URL: strange.url })
    await expect
      .poll(() => noticeOf('test'), { timeout: 90_000 })
      .toMatch(/answered 200 without a list of models: <!doctype html>/)
    strange.turn('healthy')
    await started
  })
})
