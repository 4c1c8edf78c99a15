import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallQueues, poolQueue, type QueueBackend, ROUND_QUEUE, RoundQueue } from '@cges-fleet/queue'
import { type Job, Queue, Worker } from 'bullmq'
import { describe, expect, it, vi } from 'vitest'
import { kinds, useOpened, useStore } from './backends.js'

const opened = useOpened()

function work(backend: QueueBackend, queue: string, process: (job: Job) => Promise<void>): Worker {
  const worker = opened(new Worker(queue, process, { connection: backend.connection, concurrency: 8 }))
  worker.on('error', () => undefined)
  return worker
}

const CALL = '01930000-0000-7000-8000-0000000001'
const pool = () => `p-${randomUUID().slice(0, 8)}`
const job = (name: string, index: number, fence: number) => {
  const call = { callId: `${CALL}${index.toString().padStart(2, '0')}`, kind: 'draw' as const, fence }
  return { ...call, pool: name, priority: 1 }
}
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 20 })

describe.for(kinds)('$title', ({ kind, skip }) => {
  const store = useStore(kind, skip)

  it.skipIf(skip)('delivers a sample added twice under one fence once, and under another fence again', async () => {
    const calls = opened(new CallQueues(store()))
    const name = pool()
    await calls.add([job(name, 0, 0), job(name, 0, 0), job(name, 1, 0)])
    await Promise.all([calls.add([job(name, 0, 0)]), calls.add([job(name, 0, 0)])])
    await calls.add([job(name, 0, 1)])
    const delivered: string[] = []
    work(store(), poolQueue(name), async ({ data }) => {
      delivered.push(`${data.callId.startsWith(CALL)} ${Number(data.callId.slice(-2))}.${data.fence}`)
    })
    await soon(() => expect(delivered.length).toBeGreaterThanOrEqual(3))
    await sleep(150)
    expect(delivered.toSorted()).toEqual(['true 0.0', 'true 0.1', 'true 1.0'])
  })

  it.skipIf(skip)(
    'delivers a sample again once its job is done: the database decides whether there is work in it',
    async () => {
      const calls = opened(new CallQueues(store()))
      const name = pool()
      let delivered = 0
      work(store(), poolQueue(name), async () => {
        delivered++
      })
      await calls.add([job(name, 0, 0)])
      await soon(() => expect(delivered).toBe(1))
      const queue = opened(new Queue(poolQueue(name), { connection: store().connection }))
      await soon(async () => expect(await queue.getActiveCount()).toBe(0))
      await calls.add([job(name, 0, 0)])
      await soon(() => expect(delivered).toBe(2))
    },
  )

  it.skipIf(skip)('gives every sample a priority of 1 at least: 0 would jump the queue', async () => {
    const calls = opened(new CallQueues(store()))
    const name = pool()
    await calls.add(Array.from({ length: 5 }, (_, index) => job(name, index, 0)))
    const queue = opened(new Queue(poolQueue(name), { connection: store().connection }))
    const jobs = await queue.getJobs(['prioritized', 'waiting'])
    expect(jobs).toHaveLength(5)
    for (const each of jobs) expect(each.priority).toBeGreaterThanOrEqual(1)
  })

  it.skipIf(skip)('keeps each pool’s samples in a queue of its own', async () => {
    const calls = opened(new CallQueues(store()))
    const one = pool()
    const other = pool()
    await calls.add([job(one, 0, 0), job(other, 1, 0), job(one, 2, 0)])
    const indices: number[] = []
    work(store(), poolQueue(one), async ({ data }) => {
      indices.push(Number(data.callId.slice(-2)))
    })
    await soon(() => expect(indices).toHaveLength(2))
    await sleep(50)
    expect(indices.toSorted((one, other) => one - other)).toEqual([0, 2])
  })

  it.skipIf(skip)('leaves nothing behind of samples that ended, well or badly', async () => {
    const calls = opened(new CallQueues(store()))
    const name = pool()
    await calls.add(Array.from({ length: 20 }, (_, index) => job(name, index, 0)))
    let ended = 0
    work(store(), poolQueue(name), async ({ data }) => {
      ended++
      if (Number(data.callId.slice(-2)) % 2 === 0) throw new Error('broken')
    })
    await soon(() => expect(ended).toBe(20))
    const queue = opened(new Queue(poolQueue(name), { connection: store().connection }))
    await soon(async () => {
      const counts = await queue.getJobCounts()
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(0)
    })
  })

  it.skipIf(skip)(
    'runs far fewer rounds than are asked for, never two at once, and one after the last wish',
    async () => {
      const rounds = opened(new RoundQueue(store()))
      const evaluationId = randomUUID()
      let active = 0
      let most = 0
      let runs = 0
      let wished = 0
      let seen = 0
      work(store(), ROUND_QUEUE, async ({ data }) => {
        if (data.evaluationId !== evaluationId) return
        active++
        most = Math.max(most, active)
        runs++
        seen = wished
        await sleep(30)
        active--
      })
      for (let batch = 0; batch < 25; batch++) {
        await Promise.all(
          Array.from({ length: 20 }, () => {
            wished++
            return rounds.ask(evaluationId)
          }),
        )
      }
      await soon(() => expect(seen).toBe(500))
      expect(most).toBe(1)
      expect(runs).toBeLessThan(250)
      const queue = opened(new Queue(ROUND_QUEUE, { connection: store().connection }))
      await soon(async () => {
        const counts = await queue.getJobCounts()
        expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(0)
      })
    },
  )

  it.skipIf(skip)('runs a round wished for during a round after it, though that one fails', async () => {
    const rounds = opened(new RoundQueue(store()))
    const evaluationId = randomUUID()
    const started: number[] = []
    const ended: number[] = []
    work(store(), ROUND_QUEUE, async ({ data }) => {
      if (data.evaluationId !== evaluationId) return
      started.push(performance.now())
      if (started.length === 1) {
        await rounds.ask(evaluationId)
        await sleep(100)
      }
      ended.push(performance.now())
      throw new Error('broken')
    })
    await rounds.ask(evaluationId)
    await soon(() => expect(ended).toHaveLength(2))
    expect(started[1]).toBeGreaterThanOrEqual(ended[0] ?? Number.POSITIVE_INFINITY)
    await rounds.ask(evaluationId)
    await soon(() => expect(ended).toHaveLength(3))
  })

  it.skipIf(skip)('makes one round of a burst of wishes, and loses none when it is closed', async () => {
    const rounds = new RoundQueue(store())
    const one = randomUUID()
    const other = randomUUID()
    for (let i = 0; i < 200; i++) rounds.askSoon(i % 2 === 0 ? one : other)
    await rounds.close()
    const runs: string[] = []
    work(store(), ROUND_QUEUE, async ({ data }) => {
      runs.push(data.evaluationId)
    })
    await soon(() => expect(runs.length).toBeGreaterThanOrEqual(2))
    await sleep(100)
    expect(runs.filter((id) => id === one || id === other).toSorted()).toEqual([one, other].toSorted())
  })

  it.skipIf(skip)('pauses a pool: gives out no call, old or new, until it is resumed', async () => {
    const calls = opened(new CallQueues(store()))
    const name = pool()
    await calls.add([job(name, 0, 0)])
    expect(await calls.isPaused(name)).toBe(false)
    await calls.pause(name)
    expect(await calls.isPaused(name)).toBe(true)
    const indices: number[] = []
    work(store(), poolQueue(name), async ({ data }) => {
      indices.push(Number(data.callId.slice(-2)))
    })
    await calls.add([job(name, 1, 0)])
    await sleep(1000)
    expect(indices).toEqual([])
    await calls.resume(name)
    await soon(() => expect(new Set(indices)).toEqual(new Set([0, 1])))
    expect(await calls.isPaused(name)).toBe(false)
  })
})
