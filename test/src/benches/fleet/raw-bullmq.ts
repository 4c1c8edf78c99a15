import { openBackend } from '@cges-fleet/queue'
import { Queue, Worker } from 'bullmq'
import type { BenchStores } from './bench-stores.js'

const BULK = 500
const WORKERS = 2

/**
 * Jobs per second that BullMQ alone adds, delivers and completes on the same store: the most the queue allows a fleet.
 */
export async function rawBullmq(stores: BenchStores, jobs: number, concurrency: number): Promise<number> {
  const { postgres, redis } = stores
  const backend = await openBackend({ databaseUrl: postgres.url, redisUrl: redis?.url })
  const { connection } = backend
  const queue = new Queue('raw', { connection })
  await queue.waitUntilReady()
  const began = performance.now()
  for (let at = 0; at < jobs; at += BULK) {
    await queue.addBulk(Array.from({ length: Math.min(BULK, jobs - at) }, (_, n) => jobOf(at + n)))
  }
  const workers = await completed(jobs, (onEach) =>
    Array.from({ length: WORKERS }, () =>
      new Worker('raw', () => Promise.resolve(), { connection, concurrency }).on('completed', onEach),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  await Promise.all(workers.map((worker) => worker.close()))
  await queue.obliterate({ force: true })
  await queue.close()
  return jobs / seconds
}

/** As large as the fleet's own jobs. */
function jobOf(n: number) {
  const data = { callId: 'x'.repeat(36), trialId: 'x'.repeat(36), index: n, fence: 0 }
  return { name: 'draw', data, opts: { jobId: `job-${n}`, removeOnComplete: true } }
}

function completed(jobs: number, start: (onEach: () => void) => Worker[]): Promise<Worker[]> {
  return new Promise((resolve) => {
    let left = jobs
    const workers = start(() => {
      left -= 1
      if (left === 0) resolve(workers)
    })
  })
}
