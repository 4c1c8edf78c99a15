import type { QueueBackend } from './open-backend.js'
import {
  RANKING_JOB,
  type RankingJob,
  rankingJobId,
  SAMPLE_JOB,
  type SampleJob,
  sampleJobId,
  sampleQueue,
} from './job-catalogue.js'
import { type JobCounts, jobCounts } from './job-counts.js'
import { ReopeningQueue } from './reopening-queue.js'
import { inTrace } from './trace-jobs.js'

/** Rankings go first: a whole set of questions waits for them. Never 0, which would jump every queue. */
const FIRST = 1

/** A sample on its way to its pool's queue; lower priorities go first, and 1 is the least. */
export type QueuedJob = SampleJob & {
  readonly pool: string
  readonly priority: number
  /** The span that leads to it; null or left out where the sample is not traced. */
  readonly traceparent?: string | null
}

/** The queues of samples, one a pool, opened when first used. */
export class SampleQueues {
  readonly #queues = new Map<string, ReopeningQueue>()

  constructor(private readonly backend: QueueBackend) {}

  /** Queues samples for their pools. A sample already queued under the same fence is not queued twice. */
  async add(samples: readonly QueuedJob[]): Promise<void> {
    await this.#addBulk(samples, ({ trialId, index, fence, priority }) => {
      const data = { trialId, index, fence }
      return { name: SAMPLE_JOB, data, id: sampleJobId(data), priority }
    })
  }

  /** Queues rankings for their pools, likewise. */
  async addRankings(rankings: readonly (RankingJob & Placed)[]): Promise<void> {
    await this.#addBulk(rankings, ({ rankingId, fence }) => {
      const data = { rankingId, fence }
      return { name: RANKING_JOB, data, id: rankingJobId(data), priority: FIRST }
    })
  }

  /** Gives samples that may be waiting in their queues another priority; those that do not wait are left alone. */
  async reorder(samples: readonly QueuedJob[]): Promise<void> {
    for (const { pool, priority, trialId, index, fence } of samples) {
      const data = { trialId, index, fence }
      const queue = this.#queue(pool)
      const job = await queue.use((open) => open.getJob(sampleJobId(data)))
      if (job === undefined || job.priority === priority) continue
      await queue.use(() => job.changePriority({ priority })).catch(() => undefined)
    }
  }

  async #addBulk<Job extends Placed>(
    wanted: readonly Job[],
    jobOf: (job: Job) => { name: string; data: object; id: string; priority: number },
  ): Promise<void> {
    for (const { pool, traceparent, jobs: together } of byPlace(wanted)) {
      const jobs = together.map(jobOf).map(({ name, data, id, priority }) => ({
        name,
        data,
        opts: { jobId: id, priority, removeOnComplete: true, removeOnFail: true },
      }))
      await this.#queue(pool).use((queue) => inTrace(this.backend.telemetry, traceparent, () => queue.addBulk(jobs)))
    }
  }

  /** Tells whether people have paused a pool. */
  async isPaused(pool: string): Promise<boolean> {
    return this.#queue(pool).use((queue) => queue.isPaused())
  }

  /** Counts the jobs of a pool's queue by state. */
  async jobCounts(pool: string): Promise<JobCounts> {
    return this.#queue(pool).use(jobCounts)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()))
  }

  #queue(pool: string): ReopeningQueue {
    const known = this.#queues.get(pool)
    if (known !== undefined) return known
    const queue = new ReopeningQueue(sampleQueue(pool), this.backend)
    this.#queues.set(pool, queue)
    return queue
  }
}

interface Placed {
  readonly pool: string
  readonly traceparent?: string | null
}

/** Puts together what goes to one queue in one trace. */
function byPlace<Job extends Placed>(jobs: readonly Job[]) {
  const places = new Map<string, { pool: string; traceparent: string | null; jobs: Job[] }>()
  for (const job of jobs) {
    const { pool, traceparent = null } = job
    const key = `${pool} ${traceparent ?? ''}`
    const place = places.get(key)
    if (place === undefined) places.set(key, { pool, traceparent, jobs: [job] })
    else place.jobs.push(job)
  }
  return [...places.values()]
}
