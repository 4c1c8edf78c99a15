import { setTimeout as sleep } from 'node:timers/promises'
import { Worker as Thread } from 'node:worker_threads'
import type { DataSource } from '@cges-fleet/db'
import { openBackend } from '@cges-fleet/queue'
import { Queue, Worker } from 'bullmq'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, BenchStores, modelThatTakes, type QueueStore } from './bench-fleet.js'
import { type FleetLoad, fleetRun } from './fleet-run.js'

const RAW_JOBS: Readonly<Record<QueueStore, number>> = { redis: 20_000, postgres: 4000 }

/**
 * The whole fleet with a model that answers at once, beside BullMQ alone on the same stores at the same concurrency.
 */
export function fleetBench(queue: QueueStore, load: FleetLoad): Bench {
  return {
    unit: 'samples/s',
    value: 'fleet',
    reference: 'BullMQ alone (jobs/s)',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start(queue)
      try {
        // Warmed up, as the fleet is.
        await rawBullmq(stores, RAW_JOBS[queue], load.concurrency)
        const alone = await rawBullmq(stores, RAW_JOBS[queue], load.concurrency)
        const { samples, seconds, cpuMs, sent, pages } = await fleetRun(stores, load)
        const { model, ...ours } = cpuMs
        const all = Object.values(ours).reduce((sum, each) => sum + each, 0)
        const parts = Object.fromEntries(Object.entries(ours).map(([name, ms]) => [`${name}CpuMs`, ms]))
        const also = {
          allCpuMs: all,
          ...parts,
          modelCpuMs: model ?? 0,
          statementsSent: sent,
          pages,
        }
        return { value: samples / seconds, reference: alone, also }
      } finally {
        await stores.stop()
      }
    },
  }
}

const LOAD = { questions: 400, concurrency: 16 } as const
const HOGS = 2
const HOGS_WARM_UP = 'sc@32'
const METHOD = 'sc@8'

/** The fleet while other work keeps every processor busy, beside the same fleet without that work. */
export function hogsBench(): Bench {
  return {
    unit: 'samples/s',
    value: `beside ${HOGS} CPU hogs`,
    reference: 'alone',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
      try {
        await fleet.evaluate(HOGS_WARM_UP)
        const alone = await rateOf(fleet)
        const hogs = Array.from({ length: HOGS }, () => new Thread('for (;;);', { eval: true }))
        try {
          return { value: await rateOf(fleet), reference: alone, also: {} }
        } finally {
          await Promise.all(hogs.map((hog) => hog.terminate()))
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function rateOf(fleet: BenchFleet): Promise<number> {
  const began = performance.now()
  const { samples } = await fleet.evaluate(METHOD)
  return (samples * 1000) / (performance.now() - began)
}

const DOUBLED_LOAD = { questions: 200, concurrency: 16 } as const
const EVALUATIONS = 4
const DOUBLED_WARM_UP = 'sc@16'

interface Rate {
  readonly perSecond: number
  /** The share of active statements that wait for another's lock. */
  readonly locked: number
}

/** Concurrent evaluations with two APIs and two coordinators, beside one of each, on the same cores. */
export function doubledBench(): Bench {
  return {
    unit: 'samples/s',
    value: 'two APIs and two coordinators',
    reference: 'one of each',
    run: async (): Promise<Repetition> => {
      const one = await doubledRateOf(1)
      const two = await doubledRateOf(2)
      const also = { lockedShareOfOne: one.locked, lockedShareOfTwo: two.locked }
      return { value: two.perSecond, reference: one.perSecond, also }
    },
  }
}

async function doubledRateOf(each: number): Promise<Rate> {
  const stores = await BenchStores.start('redis')
  const fleet = await BenchFleet.start(stores, { ...DOUBLED_LOAD, each }, await modelThatTakes([0, 0]))
  try {
    await allAtOnce(fleet, DOUBLED_WARM_UP)
    let samples = 0
    const began = performance.now()
    const locked = await lockWaits(stores.db, async () => {
      samples = await allAtOnce(fleet, METHOD)
    })
    return { perSecond: (samples * 1000) / (performance.now() - began), locked }
  } finally {
    await fleet.stop()
    await stores.stop()
  }
}

/** Returns how many samples they drew. */
async function allAtOnce(fleet: BenchFleet, method: string): Promise<number> {
  const ended = await Promise.all(Array.from({ length: EVALUATIONS }, () => fleet.evaluate(method)))
  return ended.reduce((sum, { samples }) => sum + samples, 0)
}

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

const LOOK_MS = 10

const ACTIVE = `SELECT count(*)::int AS active, count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting
FROM pg_stat_activity WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()`

/** The share of PostgreSQL's active statements that wait for another's lock while some work runs. */
async function lockWaits(db: DataSource, work: () => Promise<void>): Promise<number> {
  let [active, waiting] = [0, 0]
  const over = new AbortController()
  const looking = (async () => {
    while (!over.signal.aborted) {
      const [now] = await db.query<[{ active: number; waiting: number }]>(ACTIVE)
      active += now.active
      waiting += now.waiting
      await sleep(LOOK_MS)
    }
  })()
  try {
    await work()
  } finally {
    over.abort()
    await looking
  }
  return active === 0 ? 0 : waiting / active
}
