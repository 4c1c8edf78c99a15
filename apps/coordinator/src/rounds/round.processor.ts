import { evaluationWarningWords } from '@cges-fleet/core'
import { type DataSource, isOutage, noteRoundFailure } from '@cges-fleet/db'
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
import { activeTraceparent, inSpan, logger } from '@cges-fleet/telemetry'
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq'
import type { Type } from '@nestjs/common'
import type { Job } from 'bullmq'
import type { CoordinatorEnvironment } from '../env.js'
import type { CoordinatorMetrics } from '../metrics/coordinator-metrics.js'
import { decideRound, type RoundResult } from './run-round.js'

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
      await advanceEvaluation(parts, evaluationId)
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
      this.#logger.warn(`the queue failed and is tried again: ${error.message}`)
    }
  }
  return RoundProcessor
}

/**
 * Runs one round of an evaluation, queues what it planned after the commit, and requests another round if there is more
 * to do. In a trace a round belongs to its evaluation and links to the span that requested it, however many rounds
 * follow each other.
 */
async function advanceEvaluation(parts: RoundParts, evaluationId: string): Promise<void> {
  const { failpoint } = parts
  failpoint('round.received')
  const startedAt = Date.now()
  const written = () => failpoint('round.written')
  const result = await parts.metrics
    .round((isOf) => decideRound(parts.db, evaluationId, { isOf, written }))
    .catch((error: unknown) => failed(parts, evaluationId, error))
  failpoint('round.committed')
  parts.metrics.planned(result.queued.filter(({ kind }) => kind === 'draw').length)
  const attributes = {
    'cges.evaluation': evaluationId,
    'cges.trials_read': result.read,
    'cges.planned': result.queued.length,
  }
  const log = logger('Round', { evaluation: evaluationId })
  if (result.alarm !== null) log.warn(`answers differ: ${evaluationWarningWords(result.alarm)}`)
  log.debug('a round', { read: result.read, planned: result.queued.length })
  const span = { parent: result.traceparent, link: activeTraceparent(), startedAt, attributes }
  await inSpan('round', span, ({ traceparent }) => queueNext(parts, result, traceparent))
  failpoint('round.queued')
  if (result.more) await parts.rounds.ask(evaluationId)
  failpoint('round.asked')
}

/**
 * Notes why a round failed, so that the next waits and people are told, unless the database is away: then every
 * evaluation's rounds fail, and none is at fault.
 */
async function failed({ db }: RoundParts, evaluationId: string, error: unknown): Promise<never> {
  if (isOutage(error)) throw error
  const message = error instanceof Error ? error.message : String(error)
  await noteRoundFailure(db, evaluationId, message).catch(() => undefined)
  throw error
}

/** Traced calls continue under the round's own span. */
async function queueNext({ calls }: RoundParts, { queued }: RoundResult, traceparent: string | null): Promise<void> {
  if (queued.length === 0) return
  await calls.add(queued.map((call) => (call.traceparent === null ? call : { ...call, traceparent })))
}
