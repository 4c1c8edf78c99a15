import { Redis } from 'ioredis'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { IS_AT_LENGTH, IS_FIRST_LOOK, LONGER } from '../support/repetitions.js'
import { TestFleet, type TestFleetOptions } from './test-fleet.js'

const METHODS = [
  'sc@8',
  'esc:window=4@8',
  'asc-beta@8',
  'cges:confidence=lns-arith,gamma=0.99@8',
  'cges:confidence=lns-geom,gamma=0.99@8',
]
const SPEC = { methods: METHODS, questions: 30, seed: 11 }

const redis = inject('redis')
const onRedis = it.skipIf(redis === null)

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

async function start(options: TestFleetOptions): Promise<TestFleet> {
  fleet = await TestFleet.start(options)
  return fleet
}

/** The digest of an undisturbed run: what every other run must reproduce. */
let undisturbed: Promise<string> | undefined

function reference(): Promise<string> {
  undisturbed ??= (async () => {
    const calm = await TestFleet.start({ redis: null, workers: 1 })
    try {
      const done = await calm.ended((await calm.submit(SPEC)).id)
      expect(done.status).toBe('done')
      expect(done.trials).toEqual({ total: 30, closed: 30, blocked: 0 })
      return done.digest ?? ''
    } finally {
      await calm.stop()
    }
  })()
  return undisturbed
}

describe('the same evaluation has the same digest', () => {
  it.skipIf(IS_FIRST_LOOK)('with 4 workers instead of 1, on PostgreSQL alone', async () => {
    const expected = await reference()
    expect(expected).toMatch(/^[0-9a-f]{64}$/)
    const four = await start({ redis: null, workers: 4, concurrency: 4 })
    const done = await four.ended((await four.submit(SPEC)).id)
    expect(done.digest).toBe(expected)
  })

  onRedis('with 4 workers on Redis (needs redis-server)', async () => {
    const expected = await reference()
    const four = await start({ redis, workers: 4, concurrency: 4 })
    const done = await four.ended((await four.submit(SPEC)).id)
    expect(done.digest).toBe(expected)
  })

  it.skipIf(!IS_AT_LENGTH)(`but another seed gives another${LONGER}`, async () => {
    const expected = await reference()
    const one = await start({ redis: null, workers: 1 })
    const done = await one.ended((await one.submit({ ...SPEC, seed: 12 })).id)
    expect(done.digest).toMatch(/^[0-9a-f]{64}$/)
    expect(done.digest).not.toBe(expected)
  })
})

/** What a worker held when it was seen drawing may have landed before it is ended, on a machine that is slow. */
const TRIES = 5

/** Ends one of two workers while it draws, until that left calls in a state. */
async function endWorker(signal: NodeJS.Signals, left: string, options: Partial<TestFleetOptions>) {
  const expected = await reference()
  for (let tries = 1; ; tries += 1) {
    const two = await start({ redis: null, workers: 2, timeScale: 0.2, ...options })
    const { id } = await two.submit(SPEC)
    await two.until(id, (view) => view.samples.drawn > 60 && view.samples.inFlight > 8)
    const [ended] = two.workers
    await ended?.kill(signal)
    const done = await two.ended(id)
    expect(done.digest).toBe(expected)
    const ledger = await two.sql<{ state: string }>(
      'SELECT DISTINCT state FROM call_ledger WHERE evaluation_id = $1 ORDER BY state',
      [id],
    )
    const states = ledger.map(({ state }) => state)
    if (states.includes(left)) return { ended, done, states }
    expect(tries, `no call was ${left}`).toBeLessThan(TRIES)
    await two.stop()
  }
}

describe('what is killed on the way changes nothing', { timeout: 400_000 }, () => {
  it('a worker killed with SIGKILL while it draws', async () => {
    const { done } = await endWorker('SIGKILL', 'lost', { leaseMs: 1000 })
    expect(done.samples.attempts).toBeGreaterThan(done.samples.drawn)
  })

  it.skipIf(IS_FIRST_LOOK)('a worker stopped longer than its lease, whose late answers are discarded', async () => {
    const expected = await reference()
    const two = await start({ redis: null, workers: 2, timeScale: 0.15, leaseMs: 600 })
    const { id } = await two.submit(SPEC)
    await two.until(id, (view) => view.samples.drawn > 60 && view.samples.inFlight > 8)
    const stopped = two.workers[0]
    await stopped?.kill('SIGSTOP')
    await two.until(id, (view) => view.samples.attempts > view.samples.drawn + view.samples.inFlight)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await stopped?.kill('SIGCONT')
    const done = await two.ended(id)
    expect(done.digest).toBe(expected)
    await expect
      .poll(() => two.sql(`SELECT 1 FROM call_ledger WHERE evaluation_id = $1 AND state = 'discarded'`, [id]), {
        timeout: 90_000,
      })
      .not.toHaveLength(0)
  })

  it.skipIf(redis === null || IS_FIRST_LOOK)(
    'Redis emptied with FLUSHALL in the middle (needs redis-server)',
    async () => {
      const expected = await reference()
      const two = await start({ redis, workers: 2, timeScale: 0.1, leaseMs: 2000 })
      const { id } = await two.submit(SPEC)
      await two.until(id, (view) => view.samples.drawn > 60)
      const client = new Redis(redis ?? '')
      await client.flushall()
      client.disconnect()
      const done = await two.ended(id)
      expect(done.digest).toBe(expected)
    },
  )

  it.skipIf(!IS_AT_LENGTH)(`a worker told to stop, which hands back what it was drawing${LONGER}`, async () => {
    const { ended, states } = await endWorker('SIGTERM', 'handed_back', { drainMs: 0 })
    expect(ended?.process.exitCode).toBe(0)
    // A starved worker may have to leave before all is handed back: what is left is lost, and drawn again.
    expect(states.filter((state) => !['handed_back', 'lost', 'settled'].includes(state))).toEqual([])
  })

  it.skipIf(IS_FIRST_LOOK)('a coordinator killed with SIGKILL, another taking over', async () => {
    const expected = await reference()
    const one = await start({ redis: null, workers: 1, timeScale: 0.05 })
    const second = await one.startCoordinator()
    const { id } = await one.submit(SPEC)
    await one.until(id, (view) => view.samples.drawn > 60)
    await second.kill('SIGKILL')
    const done = await one.ended(id)
    expect(done.digest).toBe(expected)
  })
})
