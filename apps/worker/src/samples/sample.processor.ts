import { SampleJob, sampleQueue } from '@cges-fleet/queue'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import { Logger, type Type } from '@nestjs/common'
import { type Job, WaitingError } from 'bullmq'
import type { WorkerEnvironment } from '../env.js'
import type { SampleAttempts } from './attempt-sample.js'

/** Deliveries are counted in the database, not by the queue. */
const NO_LIMIT = 1_000_000

/** Makes the processor of this worker's pool. It starts paused: nothing is fetched before the model server has answered. */
export function sampleProcessor(attempts: SampleAttempts, env: WorkerEnvironment): Type<WorkerHost> {
  @Processor(sampleQueue(env.POOL), {
    autorun: false,
    concurrency: env.WORKER_CONCURRENCY,
    lockDuration: env.JOB_LOCK_MS,
    stalledInterval: Math.ceil(env.JOB_LOCK_MS / 2),
    maxStalledCount: NO_LIMIT,
  })
  class SampleProcessor extends WorkerHost {
    readonly #logger = new Logger('Sample')

    async process(job: Job, token?: string): Promise<void> {
      const { trialId, index } = SampleJob.parse(job.data)
      const fate = await attempts.attempt({ trialId, index })
      if (fate === 'hand_back') {
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
