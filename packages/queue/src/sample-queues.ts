import { Queue } from 'bullmq'
import { closeQueue } from './close-queue.js'
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
import { within } from './within.js'

/** Priority 0 would jump every queue, so every sample carries one of at least 1. */
const ORDINARY = 1000

/** How long an add may take before it is left to the sweep. */
const ADD_TIMEOUT_MS = 5000

/** The queues of samples, one a pool, opened when first used. */
export class SampleQueues {
  readonly #queues = new Map<string, Queue>()

  constructor(private readonly backend: QueueBackend) {}

  /** Queues samples for their pools. A sample already queued under the same fence is not queued twice. */
  async add(samples: readonly (SampleJob & { pool: string })[]): Promise<void> {
    await this.#addBulk(samples, ({ trialId, index, fence }) => {
      const data = { trialId, index, fence }
      return { name: SAMPLE_JOB, data, id: sampleJobId(data) }
    })
  }

  /** Queues rankings for their pools, likewise. */
  async addRankings(rankings: readonly (RankingJob & { pool: string })[]): Promise<void> {
    await this.#addBulk(rankings, ({ rankingId, fence }) => {
      const data = { rankingId, fence }
      return { name: RANKING_JOB, data, id: rankingJobId(data) }
    })
  }

  async #addBulk<Job extends { pool: string }>(
    wanted: readonly Job[],
    jobOf: (job: Job) => { name: string; data: object; id: string },
  ): Promise<void> {
    for (const [pool, ofPool] of byPool(wanted)) {
      const jobs = ofPool.map(jobOf).map(({ name, data, id }) => ({
        name,
        data,
        opts: { jobId: id, priority: ORDINARY, removeOnComplete: true, removeOnFail: true },
      }))
      await within(ADD_TIMEOUT_MS, this.#queue(pool).addBulk(jobs))
    }
  }

  /** Tells whether people have paused a pool. */
  async isPaused(pool: string): Promise<boolean> {
    return within(ADD_TIMEOUT_MS, this.#queue(pool).isPaused())
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => closeQueue(queue)))
  }

  #queue(pool: string): Queue {
    const known = this.#queues.get(pool)
    if (known !== undefined) return known
    const queue = new Queue(sampleQueue(pool), { connection: this.backend.connection })
    queue.on('error', () => undefined)
    this.#queues.set(pool, queue)
    return queue
  }
}

function byPool<Job extends { pool: string }>(jobs: readonly Job[]): Map<string, Job[]> {
  const groups = new Map<string, Job[]>()
  for (const job of jobs) groups.set(job.pool, [...(groups.get(job.pool) ?? []), job])
  return groups
}
