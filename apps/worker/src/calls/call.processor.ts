import { QueuedKind } from '@cges-fleet/core'
import { CallJob, DeadLetter, jobTracing, poolQueue, type QueueBackend, readJob } from '@cges-fleet/queue'
import { logger } from '@cges-fleet/telemetry'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import type { Type } from '@nestjs/common'
import { type Job, WaitingError } from 'bullmq'
import type { WorkerEnvironment } from '../env.js'
import type { CallAttempts } from './attempt-call.js'

/** Deliveries are counted in the database, not by the queue. */
const NO_LIMIT = 1_000_000

/**
 * Creates the processor of this worker's pool. It starts paused: nothing is fetched until the model server has
 * answered.
 */
export function callProcessor(attempts: CallAttempts, backend: QueueBackend, env: WorkerEnvironment): Type<WorkerHost> {
  @Processor(poolQueue(env.POOL), {
    autorun: false,
    concurrency: env.WORKER_CONCURRENCY,
    lockDuration: env.JOB_LOCK_MS,
    stalledInterval: Math.ceil(env.JOB_LOCK_MS / 2),
    maxStalledCount: NO_LIMIT,
    ...jobTracing(backend),
  })
  class CallProcessor extends WorkerHost {
    readonly #logger = logger('Call')

    async process(job: Job, token?: string): Promise<void> {
      const fate = await attempts.attempt(readJob(job, { names: QueuedKind.options, shape: CallJob }).callId)
      if (fate === 'hand_back') {
        await job.moveToWait(token)
        throw new WaitingError()
      }
    }

    @OnWorkerEvent('failed')
    failed(job: Job | undefined, error: Error): void {
      if (error instanceof DeadLetter) {
        attempts.deadLettered()
        return this.#logger.warn(error.message)
      }
      this.#logger.warn(
        `call ${job?.id ?? ''} failed in this worker and is made again, by this or another: ${error.message}`,
      )
    }

    @OnWorkerEvent('error')
    trouble(error: Error): void {
      this.#logger.warn(`the queue failed and is tried again: ${error.message}`)
    }
  }
  return CallProcessor
}
