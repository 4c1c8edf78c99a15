import type { EvaluationReason, Sampling } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { writeStatus } from '../evaluations/status.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/** How the samples read so far ended, of those that are charged; `unread` had no answer that could be found. */
export interface Outcomes {
  readonly drawn: number
  readonly truncated: number
  readonly unread: number
  readonly declined: number
  readonly maxTokens: Sampling['maxTokens']
}

/** Counts how an evaluation's samples ended. Reads all of them, so ask while there are few. */
export async function selectOutcomes(tx: Db, evaluationId: string): Promise<Outcomes> {
  const [row] = await query<Outcomes>(tx, OUTCOMES, [evaluationId])
  if (row === undefined) throw new Error('the evaluation is locked, so it exists')
  return row
}

const OUTCOMES = `
SELECT count(s.index)::int AS drawn, count(*) FILTER (WHERE s.outcome = 'truncated')::int AS truncated,
       count(*) FILTER (WHERE s.outcome = 'no_answer')::int AS unread,
       count(*) FILTER (WHERE s.outcome = 'declined')::int AS declined,
       (e.spec -> 'sampling' ->> 'maxTokens')::int AS "maxTokens"
FROM evaluation e
LEFT JOIN sample s ON s.evaluation_id = e.id AND s.state = 'read' AND s.outcome NOT IN ('invalid_request', 'infra_error')
WHERE e.id = $1
GROUP BY e.id`

/** Pauses a running evaluation that makes no sense as it is, so that somebody decides whether it goes on. */
export function pauseSenseless(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: EvaluationReason,
): Promise<void> {
  return writeStatus(tx, evaluation, { to: 'paused', event: 'paused', reason })
}
