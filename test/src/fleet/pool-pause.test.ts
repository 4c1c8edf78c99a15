import { setTimeout as sleep } from 'node:timers/promises'
import { pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import { CallQueues, openBackend } from '@cges-fleet/queue'
import { Redis } from 'ioredis'
import { afterEach, expect, inject, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

const SPEC = { methods: ['sc@8', 'esc:window=2@8'], questions: 20 }
const path = { pool: 'test' }

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close()
})

async function startFleet(redis: string | null, workers = 1): Promise<TestFleet> {
  const fleet = await TestFleet.start({ redis, workers, concurrency: 4, timeScale: 0.1 })
  opened.push(() => fleet.stop())
  return fleet
}

const pause = (fleet: TestFleet) => fleet.post(pathOf(PausePool, { path }), {})
const resume = (fleet: TestFleet) => fleet.post(pathOf(ResumePool, { path }), {})

/** Reads whether the pool's queue is paused. */
async function watchQueue(fleet: TestFleet, redis: string | null): Promise<() => Promise<boolean>> {
  const backend = await openBackend({ redisUrl: redis ?? undefined, databaseUrl: fleet.database.url })
  const calls = new CallQueues(backend)
  opened.push(() => calls.close())
  return () => calls.isPaused('test')
}

const claimed = async (fleet: TestFleet) =>
  (await fleet.sql<{ n: number }>('SELECT coalesce(sum(fence), 0)::int AS n FROM call'))[0]?.n

/** Waits until what was being drawn has ended, and proves that nothing new begins. */
async function expectStill(fleet: TestFleet): Promise<void> {
  const drawing = () => fleet.sql(`SELECT 1 FROM call WHERE state = 'leased'`)
  await expect.poll(drawing, { timeout: 60_000 }).toEqual([])
  const before = await claimed(fleet)
  await sleep(3000)
  expect(await claimed(fleet)).toBe(before)
}

async function wholeDigest(redis: string | null): Promise<string | null> {
  const fleet = await TestFleet.start({ redis, workers: 1, concurrency: 4 })
  const done = await fleet.ended((await fleet.submit(SPEC)).id)
  await fleet.stop()
  expect(done.status).toBe('done')
  return done.digest
}

const redis = inject('redis')

it.each(redis === null ? [null] : [null, redis])(
  'draws nothing in a paused pool, and ends with the same digest (Redis: %s)',
  { timeout: 300_000 },
  async (queue) => {
    const digest = await wholeDigest(queue)
    const fleet = await startFleet(queue)
    const isPaused = await watchQueue(fleet, fleet.redis)
    const { id } = await fleet.submit(SPEC)
    await fleet.until(id, ({ samples }) => samples.drawn > 20)
    await pause(fleet)
    await expectStill(fleet)
    expect(await isPaused()).toBe(true)
    const [lost] = await fleet.sql(`SELECT 1 FROM call_ledger WHERE state <> 'settled' LIMIT 1`)
    expect(lost).toBeUndefined()
    const { status, waits } = await fleet.view(id)
    expect([status, waits?.kind]).toEqual(['running', 'pool-paused'])
    await resume(fleet)
    expect(await fleet.ended(id)).toMatchObject({ status: 'done', digest })
    expect(await isPaused()).toBe(false)
  },
)

it.skipIf(redis === null)('pauses its queue again after Redis has lost everything', { timeout: 200_000 }, async () => {
  const fleet = await startFleet(redis)
  const client = new Redis(fleet.redis ?? '')
  opened.push(async () => client.disconnect())
  const isPaused = await watchQueue(fleet, fleet.redis)
  const { id } = await fleet.submit(SPEC)
  await fleet.until(id, ({ samples }) => samples.drawn > 20)
  await pause(fleet)
  await expectStill(fleet)
  await client.flushdb()
  await expect.poll(isPaused, { timeout: 30_000 }).toBe(true)
  await expectStill(fleet)
  await resume(fleet)
  expect(await fleet.ended(id)).toMatchObject({ status: 'done', trials: { closed: 20 } })
})

it(
  'keeps a pause made without a coordinator, whose queue follows once one is there',
  { timeout: 200_000 },
  async () => {
    const fleet = await startFleet(null, 0)
    const isPaused = await watchQueue(fleet, null)
    // A pool is made by its first worker.
    await (await fleet.startWorker()).kill('SIGTERM')
    const { id } = await fleet.submit(SPEC)
    const planned = () => fleet.sql(`SELECT 1 FROM call WHERE live LIMIT 1`)
    await expect.poll(planned, { timeout: 60_000 }).toHaveLength(1)
    await fleet.coordinators[0]?.kill('SIGKILL')
    await pause(fleet)
    await fleet.startWorker()
    await expect.poll(() => fleet.sql(`SELECT 1 FROM worker WHERE ready`), { timeout: 60_000 }).toHaveLength(1)
    await sleep(3000)
    expect([await isPaused(), await claimed(fleet)]).toEqual([false, 0])
    await fleet.startCoordinator()
    await expect.poll(isPaused, { timeout: 60_000 }).toBe(true)
    await expectStill(fleet)
    await fleet.coordinators[1]?.kill('SIGKILL')
    await resume(fleet)
    await fleet.startCoordinator()
    expect(await fleet.ended(id)).toMatchObject({ status: 'done', trials: { closed: 20 } })
  },
)
