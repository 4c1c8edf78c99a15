import { activeTraceparent, inSpan, logger } from '@cges-fleet/telemetry'
import { decideRound, type RoundResult } from './decide-round.js'
import type { RoundParts } from './round.processor.js'

/**
 * Runs one round of an evaluation, queues what it planned once that is committed, and asks for another where there is
 * more. In a trace a round is told under its evaluation and not under who asked for it, however many rounds follow
 * each other; that one is linked.
 */
export async function advanceEvaluation(parts: RoundParts, evaluationId: string): Promise<void> {
  const { failpoint } = parts
  failpoint('round.received')
  const startedAt = Date.now()
  const result = await parts.metrics.round(() => decideRound(parts.db, evaluationId, () => failpoint('round.written')))
  failpoint('round.committed')
  parts.metrics.planned(result.queued.length)
  const attributes = {
    'cges.evaluation': evaluationId,
    'cges.trials_read': result.read,
    'cges.planned': result.queued.length,
  }
  logger('Round').debug('a round', { read: result.read, planned: result.queued.length })
  const span = { parent: result.traceparent, link: activeTraceparent(), startedAt, attributes }
  await inSpan('round', span, ({ traceparent }) => queueNext(parts, result, traceparent))
  failpoint('round.queued')
  if (result.more) await parts.rounds.ask(evaluationId)
  failpoint('round.asked')
}

async function queueNext(
  { samples }: RoundParts,
  { queued, rankings }: RoundResult,
  traceparent: string | null,
): Promise<void> {
  const led = <Job extends { readonly traceparent: string | null }>(job: Job): Job =>
    job.traceparent === null ? job : { ...job, traceparent }
  if (rankings.length > 0) await samples.addRankings(rankings.map(led))
  if (queued.length > 0) await samples.add(queued.map(led))
}
