import { randomUUID } from 'node:crypto'
import { CallQueues, poolQueue, type QueueBackend, ROUND_QUEUE, RoundQueue } from '@cges-fleet/queue'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import { kinds, useOpened, useStore } from './backends.js'

const opened = useOpened()

function queueOf(backend: QueueBackend, name: string): Queue {
  return opened(new Queue(name, { connection: backend.connection }))
}

/** Deletes a list or set of a queue in Redis, and leaves its jobs. */
async function loseKey(backend: QueueBackend, queue: Queue, key: string): Promise<void> {
  const { url } = backend.connection as { url: string }
  const client = new Redis(url)
  expect(await client.del(queue.toKey(key))).toBe(1)
  client.disconnect()
}

async function taken(backend: QueueBackend, name: string): Promise<{ ids: string[] }> {
  const seen = { ids: [] as string[] }
  const worker = opened(
    new Worker(name, async ({ id }) => void seen.ids.push(id ?? ''), { connection: backend.connection }),
  )
  worker.on('error', () => undefined)
  return seen
}

const call = (pool: string, fence = 0) => {
  const of = { kind: 'draw' as const, trialId: randomUUID(), rankingId: null, index: 0 }
  return { callId: randomUUID(), ...of, fence, pool, priority: 1 }
}

describe.for(kinds)('$title', ({ kind, skip }) => {
  const store = useStore(kind, skip)

  it.skipIf(skip)('finds the calls that a queue has no job for, among more than a page of others', async () => {
    const calls = opened(new CallQueues(store()))
    const pool = `p-${randomUUID().slice(0, 8)}`
    const held = Array.from({ length: 2300 }, () => call(pool))
    await calls.add(held)
    const absent = [call(pool), call(pool)]
    const other = { ...(held[0] ?? call(pool)), fence: 1 }
    const lacking = await calls.lacking(pool, [...held, ...absent, other])
    expect(lacking.map(({ callId, fence }) => `${callId}.${fence}`).toSorted()).toEqual(
      [...absent, other].map(({ callId, fence }) => `${callId}.${fence}`).toSorted(),
    )
  })

  it.skipIf(skip || kind !== 'redis')('restores a call whose job is left without a place in its queue', async () => {
    const calls = opened(new CallQueues(store()))
    const pool = `p-${randomUUID().slice(0, 8)}`
    const one = call(pool)
    await calls.add([one])
    const queue = queueOf(store(), poolQueue(pool))
    await loseKey(store(), queue, 'prioritized')
    await calls.add([one])
    expect(await calls.lacking(pool, [one]), 'the same id is taken for a repetition').toHaveLength(1)
    await calls.restore([{ ...one, repair: 7, repairBefore: null }])
    expect(await calls.lacking(pool, [one])).toEqual([])
    expect(await queue.getJob(`${one.callId}.0`), 'what was left of it').toBeUndefined()
    await loseKey(store(), queue, 'prioritized')
    await calls.restore([{ ...one, repair: 8, repairBefore: 7 }])
    expect(await queue.getJob(`${one.callId}.0.7`), 'what was left of its repair').toBeUndefined()
    const seen = await taken(store(), poolQueue(pool))
    await vi.waitFor(() => expect(seen.ids).toEqual([`${one.callId}.0.8`]), { timeout: 90_000 })
  })

  it.skipIf(skip || kind !== 'redis')('requests a round again though its last was lost with its list', async () => {
    const rounds = opened(new RoundQueue(store()))
    const [lost, waits] = [randomUUID(), randomUUID()]
    await rounds.ask(lost)
    const queue = queueOf(store(), ROUND_QUEUE)
    await loseKey(store(), queue, 'wait')
    await rounds.ask(waits)
    await rounds.ask(lost)
    expect(await queue.getWaitingCount(), 'the request is taken for a repetition').toBe(1)
    expect(await rounds.reconcile([lost, waits])).toBe(1)
    expect(await queue.getWaitingCount()).toBe(2)
    expect(await rounds.reconcile([lost, waits])).toBe(0)
    expect(await queue.getWaitingCount()).toBe(2)
    const seen = await taken(store(), ROUND_QUEUE)
    await vi.waitFor(() => expect(seen.ids).toHaveLength(2), { timeout: 90_000 })
    expect(new Set(seen.ids.map((id) => id.split('.')[0]))).toEqual(new Set([lost, waits]))
  })

  it.skipIf(skip)('takes no round for lost that is requested while it looks', async () => {
    const rounds = opened(new RoundQueue(store()))
    let lost = 0
    for (let times = 0; times < 40; times += 1) {
      const ids = Array.from({ length: 5 }, () => randomUUID())
      const found = rounds.reconcile(ids)
      await Promise.all(ids.map((id) => rounds.ask(id)))
      lost += await found
    }
    expect(lost).toBe(0)
  })

  it.skipIf(skip)('requests one round of each evaluation that has none', async () => {
    const rounds = opened(new RoundQueue(store()))
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await rounds.ask(ids[0] ?? '')
    expect(await rounds.reconcile(ids)).toBe(0)
    const jobs = await queueOf(store(), ROUND_QUEUE).getJobs(['wait'])
    const mine = jobs
      .map(({ data }) => String(data.evaluationId))
      .filter((id) => ids.some((evaluation) => evaluation === id))
    expect([mine.length, new Set(mine)]).toEqual([3, new Set<string>(ids)])
  })
})
