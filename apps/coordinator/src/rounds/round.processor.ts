import { type DataSource, transaction } from '@cges-fleet/db'
import { type Failpoint, ROUND_QUEUE, RoundJob, type RoundQueue, type SampleQueues } from '@cges-fleet/queue'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import { Logger, type Type } from '@nestjs/common'
import type { Job } from 'bullmq'
import type { CoordinatorEnvironment } from '../env.js'
import type { CoordinatorMetrics } from '../metrics/coordinator-metrics.js'
import { type RoundResult, runRound } from './run-round.js'

export interface RoundParts {
  readonly db: DataSource
  readonly rounds: RoundQueue
  readonly samples: SampleQueues
  readonly failpoint: Failpoint
  readonly metrics: CoordinatorMetrics
}

function decideRound({ db, failpoint }: RoundParts, evaluationId: string): Promise<RoundResult> {
  return transaction(db, async (tx) => {
    const written = await runRound(tx, evaluationId)
    failpoint('round.written')
    return written
  })
}

/** Makes the processor of the round queue, bound to what it works with. */
export function roundProcessor(parts: RoundParts, env: CoordinatorEnvironment): Type<WorkerHost> {
  @Processor(ROUND_QUEUE, {
    concurrency: env.ROUND_CONCURRENCY,
    lockDuration: env.ROUND_LOCK_MS,
    stalledInterval: Math.ceil(env.ROUND_LOCK_MS / 2),
    maxStalledCount: 1_000_000,
  })
  class RoundProcessor extends WorkerHost {
    readonly #logger = new Logger('Round')

    async process(job: Job): Promise<void> {
      const { evaluationId } = RoundJob.parse(job.data)
      const { failpoint } = parts
      failpoint('round.received')
      const { queued, rankings, more } = await parts.metrics.round(() => decideRound(parts, evaluationId))
      failpoint('round.committed')
      parts.metrics.planned(queued.length)
      if (rankings.length > 0) await parts.samples.addRankings(rankings)
      if (queued.length > 0) await parts.samples.add(queued)
      failpoint('round.queued')
      if (more) await parts.rounds.ask(evaluationId)
      failpoint('round.asked')
    }

    @OnWorkerEvent('failed')
    failed(job: Job | undefined, error: Error): void {
      this.#logger.warn(
        `round of ${String(job?.data?.evaluationId)} failed and will be asked for again: ${error.message}`,
      )
    }

    @OnWorkerEvent('error')
    trouble(error: Error): void {
      this.#logger.warn(`the queue: ${error.message}`)
    }
  }
  return RoundProcessor
}
