import { isOutage, noteRoundFailure } from '@cges-fleet/db'
import { activeTraceparent, inSpan, logger } from '@cges-fleet/telemetry'
import { decideRound, type RoundResult } from './decide-round.js'
import type { RoundParts } from './round.processor.js'

/**
 * Runs one round of an evaluation, queues what it planned after the commit, and requests another round if there is more
 * to do. In a trace a round belongs to its evaluation and links to the span that requested it, however many rounds
 * follow each other.
 */
export async function advanceEvaluation(parts: RoundParts, evaluationId: string): Promise<void> {
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
  logger('Round').debug('a round', { read: result.read, planned: result.queued.length })
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
