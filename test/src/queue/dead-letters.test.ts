import { randomUUID } from 'node:crypto'
import { QueuedKind } from '@cges-fleet/core'
import { CallJob, CallQueues, DeadLetter, poolQueue, readJob } from '@cges-fleet/queue'
import { Queue, Worker } from 'bullmq'
import { describe, expect, it, vi } from 'vitest'
import { kinds, useOpened, useStore } from './backends.js'

const opened = useOpened()

describe.for(kinds)('$title', ({ kind, skip }) => {
  const store = useStore(kind, skip)

  it.skipIf(skip)(
    'sets aside jobs that it does not know, in a plain sentence each, and the calls count as not queued',
    async () => {
      const pool = `p-${randomUUID().slice(0, 8)}`
      const { connection } = store()
      const queue = opened(new Queue(poolQueue(pool), { connection }))
      const call = { callId: randomUUID(), fence: 0 }
      const options = { priority: 1, removeOnComplete: true, removeOnFail: true }
      await queue.add('sample', { trialId: randomUUID(), index: 0, fence: 0 }, options)
      await queue.add('judge', call, { ...options, jobId: `${call.callId}.0` })
      await queue.add('draw', call, { ...options, jobId: 'a-known-one' })
      const read: string[] = []
      const errors: Error[] = []
      const worker = opened(
        new Worker(
          poolQueue(pool),
          async (job) => void read.push(readJob(job, { names: QueuedKind.options, shape: CallJob }).callId),
          { connection },
        ),
      )
      worker.on('error', () => undefined)
      worker.on('failed', (_job, error) => errors.push(error))
      await vi.waitFor(() => expect([read.length, errors.length]).toEqual([1, 2]), { timeout: 90_000 })
      expect(read).toEqual([call.callId])
      expect(errors.every((error) => error instanceof DeadLetter)).toBe(true)
      const words = errors.map(({ message }) => message).join('\n')
      expect(words).toMatch(/its data has no valid callId/)
      expect(words).toMatch(/its kind is "judge"/)
      expect(words.split('\n')).toHaveLength(2)
      await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(2), { timeout: 90_000 })
      const calls = opened(new CallQueues(store()))
      expect(await calls.lacking(pool, [call])).toEqual([call])
    },
  )
})
