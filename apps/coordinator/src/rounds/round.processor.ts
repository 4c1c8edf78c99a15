import type { DataSource } from '@cges-fleet/db'
import {
  type CallQueues,
  DeadLetter,
  type Failpoint,
  jobTracing,
  type QueueBackend,
  readJob,
  ROUND_NAME,
  ROUND_QUEUE,
  RoundJob,
  type RoundQueue,
} from '@cges-fleet/queue'
import { logger, withFields } from '@cges-fleet/telemetry'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import type { Type } from '@nestjs/common'
import type { Job } from 'bullmq'
import type { CoordinatorEnvironment } from '../env.js'
import type { CoordinatorMetrics } from '../metrics/coordinator-metrics.js'
import { advanceEvaluation } from './advance-evaluation.js'

export interface RoundParts {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly calls: CallQueues
  readonly failpoint: Failpoint
  readonly metrics: CoordinatorMetrics
}

/** Creates the processor of the round queue with its dependencies; it does not run until told to. */
export function roundProcessor(
  parts: RoundParts,
  backend: QueueBackend,
  env: CoordinatorEnvironment,
): Type<WorkerHost> {
  @Processor(ROUND_QUEUE, {
    autorun: false,
    concurrency: env.ROUND_CONCURRENCY,
    lockDuration: env.ROUND_LOCK_MS,
    stalledInterval: Math.ceil(env.ROUND_LOCK_MS / 2),
    maxStalledCount: 1_000_000,
    ...jobTracing(backend),
  })
  class RoundProcessor extends WorkerHost {
    readonly #logger = logger('Round')

    async process(job: Job): Promise<void> {
      const { evaluationId } = readJob(job, { names: [ROUND_NAME], shape: RoundJob })
      await withFields({ evaluation: evaluationId }, () => advanceEvaluation(parts, evaluationId))
    }

    @OnWorkerEvent('failed')
    failed(job: Job | undefined, error: Error): void {
      if (error instanceof DeadLetter) {
        parts.metrics.deadLettered()
        return this.#logger.warn(error.message)
      }
      const evaluation = String(job?.data?.evaluationId)
      this.#logger.warn(`a round failed and will be tried again: ${error.message}`, { evaluation })
    }

    @OnWorkerEvent('error')
    trouble(error: Error): void {
      this.#logger.warn(`the queue: ${error.message}`)
    }
  }
  return RoundProcessor
}
