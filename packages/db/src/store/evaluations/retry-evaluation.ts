import { counted } from '@cges-fleet/core'
import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { lockOwnEvaluation } from './lock-own-evaluation.js'
import { type Database, query } from '../query.js'
import { transaction } from '../transaction.js'
import { resetLiveFigures } from '../figures/reset-live-figures.js'
import { FORGET_BEST } from './settle-best.js'
import { writeEvent } from './write-event.js'

export type Retried =
  | { readonly kind: 'retried'; readonly trials: number }
  | { readonly kind: 'refused'; readonly status: EvaluationStatus }

/**
 * Unblocks trials that an infrastructure fault had blocked: rounds then return their samples to pending. A trial
 * blocked by a request the model server will never answer stays blocked. One that failed since nothing could be drawn
 * runs again. Null if the team has no such evaluation.
 */
export async function retryEvaluation(
  db: Database,
  team: TeamId,
  id: string,
  reason?: string,
): Promise<Retried | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockOwnEvaluation(tx, team, id)
    if (evaluation === null) return null
    const { status } = evaluation
    if (status === 'cancelled') return { kind: 'refused', status }
    const rows = await query<{ trials: number }>(tx, RETRY, [id])
    const trials = rows[0]?.trials ?? 0
    if (trials === 0) return status === 'failed' ? { kind: 'refused', status } : { kind: 'retried', trials }
    await query(tx, REOPEN, [id])
    await resetLiveFigures(tx, id)
    const said = counted(trials, 'blocked trial')
    await writeEvent(tx, evaluation, { kind: 'retried', reason: [said, reason].filter(Boolean).join(': ') })
    return { kind: 'retried', trials }
  })
}

const RETRY = `
WITH marked AS (
  UPDATE trial t SET retrying = true
  WHERE t.evaluation_id = $1 AND t.state = 'blocked' AND (
    SELECT s.outcome FROM sample s
    WHERE s.trial_id = t.id AND s.state = 'read' AND s.outcome IN ('infra_error', 'invalid_request')
    ORDER BY s.index LIMIT 1) = 'infra_error'
  RETURNING 1
)
SELECT count(*)::int AS trials FROM marked`

/** All trials are reconsidered: others of a question set may have waited for a blocked one. */
const REOPEN = `
WITH opened AS (
  UPDATE trial SET state = 'open', parked = false WHERE evaluation_id = $1 AND state = 'blocked' RETURNING 1
)
UPDATE evaluation
SET trials_blocked = trials_blocked - (SELECT count(*) FROM opened)::int,
    status = CASE WHEN status IN ('done', 'failed') THEN 'running' ELSE status END,
    reason = CASE WHEN status = 'failed' THEN NULL ELSE reason END,
    finished_at = CASE WHEN status IN ('done', 'failed') THEN NULL ELSE finished_at END, digest = NULL, ${FORGET_BEST}, version = version + 1
WHERE id = $1`
