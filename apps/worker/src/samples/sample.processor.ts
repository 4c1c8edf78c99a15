import { jobTracing, type QueueBackend, RANKING_JOB, RankingJob, SampleJob, sampleQueue } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import type { Type } from '@nestjs/common'
import { type Job, WaitingError } from 'bullmq'
import type { WorkerEnvironment } from '../env.js'
import type { RankingAttempts } from '../rankings/attempt-ranking.js'
import type { SampleAttempts } from './attempt-sample.js'

/** Deliveries are counted in the database, not by the queue. */
const NO_LIMIT = 1_000_000

/** What a job of a pool's queue can ask for. */
export interface Attempts {
  readonly samples: SampleAttempts
  readonly rankings: RankingAttempts
}

/** Makes the processor of this worker's pool. It starts paused: nothing is fetched before the model server has answered. */
export function sampleProcessor(attempts: Attempts, backend: QueueBackend, env: WorkerEnvironment): Type<WorkerHost> {
  @Processor(sampleQueue(env.POOL), {
    autorun: false,
    concurrency: env.WORKER_CONCURRENCY,
    lockDuration: env.JOB_LOCK_MS,
    stalledInterval: Math.ceil(env.JOB_LOCK_MS / 2),
    maxStalledCount: NO_LIMIT,
    ...jobTracing(backend),
  })
  class SampleProcessor extends WorkerHost {
    readonly #logger = logger('Sample')

    async process(job: Job, token?: string): Promise<void> {
      const fate =
        job.name === RANKING_JOB
          ? await attempts.rankings.attempt(RankingJob.parse(job.data).rankingId)
          : await attempts.samples.attempt(SampleJob.parse(job.data))
      if (fate === 'hand_back' || fate === 'handed_back') {
        await job.moveToWait(token)
        throw new WaitingError()
      }
    }

    @OnWorkerEvent('failed')
    failed(job: Job | undefined, error: Error): void {
      this.#logger.warn(`sample ${job?.id ?? ''} failed here; its lease will run out: ${error.message}`)
    }

    @OnWorkerEvent('error')
    trouble(error: Error): void {
      this.#logger.warn(`the queue: ${error.message}`)
    }
  }
  return SampleProcessor
}
