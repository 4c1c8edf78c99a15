import type { ClaimedRanking } from '@cges-fleet/db'
import { inSpan, withFields } from '@cges-fleet/telemetry'

/** Names a ranking's call in the model server's log and in ours: `ranking/try/fence`. */
export function rankingRequestId({ rankingId, tries, fence }: ClaimedRanking): string {
  return `${rankingId}/${tries}/${fence}`
}

/** Does the work of one ranking call under its ids, as `inSample` does that of a sample. */
export function inRanking<T>(ranking: ClaimedRanking, work: () => Promise<T>): Promise<T> {
  const { evaluationId, rankingId, tries, fence } = ranking
  const attributes = {
    'cges.evaluation': evaluationId,
    'cges.ranking': rankingId,
    'cges.try': tries,
    'cges.fence': fence,
  }
  const fields = { evaluation: evaluationId, ranking: rankingId, fence, request: rankingRequestId(ranking) }
  return withFields(fields, () => inSpan('ranking', { attributes }, work))
}
