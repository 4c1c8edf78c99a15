import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openBackend } from '@cges-fleet/queue'
import { Queue } from 'bullmq'
import type { Bench, Repetition } from '../bench.js'
import { BARE_QUEUE } from './bare-environment.js'
import { end } from '../../browser/dashboard-server.js'
import { BenchStores, modelThatTakes, WORKERS } from './bench-fleet.js'
import { fleetRun } from './fleet-run.js'
import { rawBullmq } from './fleet-benches.js'

const LOAD = { questions: 400, budget: 8, concurrency: 16, warmUp: 32 } as const
const BARE_JOBS = LOAD.questions * LOAD.warmUp
const RAW_JOBS = 20_000
const PROGRAM = fileURLToPath(new URL('./bare-worker.js', import.meta.url))

/**
 * The fleet beside workers that do the least any durable worker must: a BullMQ job, a streamed answer, one row. No
 * claims, fences, ledger, limits, fair queueing or rounds, and every job is queued from the start.
 */
export function floorBench(): Bench {
  return {
    unit: 'samples/s',
    value: 'fleet',
    reference: 'bare workers',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      try {
        await rawBullmq(stores, RAW_JOBS, LOAD.concurrency)
        const raw = await rawBullmq(stores, RAW_JOBS, LOAD.concurrency)
        const bare = await bareRate(stores)
        const { samples, seconds } = await fleetRun(stores, LOAD)
        return { value: samples / seconds, reference: bare, also: { bullmq: raw, bareToBullmq: bare / raw } }
      } finally {
        await stores.stop()
      }
    },
  }
}

async function bareRate(stores: BenchStores): Promise<number> {
  await stores.db.query('CREATE TABLE bare_sample (job text PRIMARY KEY, text text NOT NULL)')
  const model = await modelThatTakes([0, 0])
  const { connection } = await openBackend({ databaseUrl: stores.postgres.url, redisUrl: stores.redis?.url })
  const queue = new Queue(BARE_QUEUE, { connection })
  const env = { ...process.env, ...stores.variables, MODEL_URL: model.url, CONCURRENCY: String(LOAD.concurrency) }
  const workers = Array.from({ length: WORKERS }, () => fork(PROGRAM, { env }))
  try {
    await drawn(queue, workers, 'warm')
    return await drawn(queue, workers, 'measured')
  } finally {
    await Promise.all(workers.map(end))
    await queue.obliterate({ force: true })
    await queue.close()
    await model.stop()
  }
}

/** Samples per second, counted from the first job. */
async function drawn(queue: Queue, workers: readonly ChildProcess[], name: string): Promise<number> {
  const began = performance.now()
  const completed = Promise.all(workers.map((worker) => once(worker, 'exit').then(() => Promise.reject(ended()))))
  const all = counted(workers, BARE_JOBS)
  for (let at = 0; at < BARE_JOBS; at += 500) {
    const size = Math.min(500, BARE_JOBS - at)
    await queue.addBulk(Array.from({ length: size }, (_, n) => jobOf(name, at + n)))
  }
  await Promise.race([all, completed])
  return (BARE_JOBS * 1000) / (performance.now() - began)
}

function jobOf(name: string, index: number) {
  return { name: 'draw', data: { index }, opts: { jobId: `${name}-${index}`, removeOnComplete: true } }
}

function ended(): Error {
  return new Error('a bare worker has ended')
}

function counted(workers: readonly ChildProcess[], jobs: number): Promise<void> {
  return new Promise((resolve) => {
    let left = jobs
    const one = () => {
      left -= 1
      if (left === 0) resolve()
    }
    for (const worker of workers) worker.on('message', one)
  })
}
