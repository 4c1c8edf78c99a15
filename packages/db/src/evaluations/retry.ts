import type { EvaluationStatus } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import type { LockedEvaluation } from '../rounds/evaluation-lock.js'
import { resetLiveTotals } from '../statistics-tables/live.js'
import { PLACED, type PlacedCall, queuedCall, type QueuedCall } from '../rounds/queued-calls.js'
import { writeEvent } from './events.js'
import { type Asked, lockTeamEvaluation, logChange } from './status.js'
import { FORGET_BEST } from './verdicts.js'

type Retried =
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
  { reason, actor }: Asked = {},
): Promise<Retried | null> {
  return transaction(db, async (tx) => {
    const evaluation = await lockTeamEvaluation(tx, team, id)
    if (evaluation === null) return null
    const { status } = evaluation
    if (status === 'cancelled') return { kind: 'refused', status }
    const rows = await query<{ trials: number }>(tx, RETRY, [id])
    const trials = rows[0]?.trials ?? 0
    if (trials === 0) return status === 'failed' ? { kind: 'refused', status } : { kind: 'retried', trials }
    await query(tx, REOPEN, [id])
    await resetLiveTotals(tx, id)
    const retried = { kind: 'retried', counts: { trials }, why: reason ?? null } as const
    await writeEvent(tx, evaluation, { kind: 'retried', reason: retried })
    await logChange(tx, evaluation, { actor, action: 'evaluation.retry' })
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
    status = CASE WHEN status IN ('done', 'decided', 'failed') THEN 'running' ELSE status END,
    reason = CASE WHEN status IN ('decided', 'failed') THEN NULL ELSE reason END, decided = NULL,
    finished_at = CASE WHEN status IN ('done', 'decided', 'failed') THEN NULL ELSE finished_at END, digest = NULL, archived_at = NULL, ${FORGET_BEST}, version = version + 1
WHERE id = $1`

/** Trials reopened and decided per round. */
const TRIALS_PER_ROUND = 500

/** Reopens the next trials that were closed or blocked before methods were added, for this round to decide. */
export async function reopenTrials(
  tx: Db,
  evaluation: LockedEvaluation,
): Promise<{ readonly trialIds: readonly string[]; readonly more: boolean }> {
  const from = evaluation.reopenedUpTo
  if (from === null) return { trialIds: [], more: false }
  const to = from + TRIALS_PER_ROUND
  const more = to < evaluation.trialsPlanned
  const rows = await query<{ id: string }>(tx, REOPEN_CLOSED, [evaluation.id, from, to, more ? to : null])
  return { trialIds: rows.map(({ id }) => id), more }
}

const REOPEN_CLOSED = `
WITH before AS (
  SELECT id, state FROM trial
  WHERE evaluation_id = $1 AND ordinal >= $2 AND ordinal < $3 AND (state <> 'open' OR parked)
), counted AS (
  UPDATE evaluation e
  SET trials_closed = e.trials_closed - c.closed, trials_blocked = e.trials_blocked - c.blocked, reopened_up_to = $4
  FROM (SELECT count(*) FILTER (WHERE state = 'closed')::int AS closed,
               count(*) FILTER (WHERE state = 'blocked')::int AS blocked FROM before) c
  WHERE e.id = $1
)
UPDATE trial t SET state = 'open', parked = false FROM before b WHERE t.id = b.id RETURNING t.id`

/**
 * Returns samples of retried trials to pending, as many as there is room for: fence and seed stay, deliveries restart.
 * Their counts are taken back, since they will be read once more.
 */
export async function returnRetried(tx: Db, evaluationId: string, room: number): Promise<QueuedCall[]> {
  if (room <= 0) return []
  const returned = await query<PlacedCall>(tx, RETURN, [evaluationId, room])
  if (returned.length > 0) await query(tx, CLEAR, [evaluationId])
  return returned.map(queuedCall)
}

const RETURN = `
WITH due AS (
  SELECT s.trial_id, s.index FROM trial t JOIN sample s ON s.trial_id = t.id
  WHERE t.evaluation_id = $1 AND t.retrying AND s.state = 'read' AND s.outcome = 'infra_error'
  ORDER BY t.ordinal, s.index LIMIT $2
), gone AS (
  DELETE FROM sample s USING due d WHERE s.trial_id = d.trial_id AND s.index = d.index RETURNING s.trial_id, s.index
), returned AS (
  UPDATE call k SET state = 'pending', deliveries = 0, queued_at = NULL, queue_at = now() + interval '1 second'
  FROM gone g WHERE k.trial_id = g.trial_id AND k.index = g.index AND k.kind = 'draw'
  RETURNING k.*
), per_trial AS (
  SELECT trial_id, count(*)::int AS n FROM returned GROUP BY 1
), unread AS (
  UPDATE trial t SET read = t.read - p.n FROM per_trial p WHERE t.id = p.trial_id
), uncounted AS (
  UPDATE evaluation e
  SET attempts = e.attempts - r.attempts, samples_flagged = e.samples_flagged - r.flagged
  FROM (SELECT coalesce(sum(fence), 0)::int AS attempts, count(*) FILTER (WHERE unclear_faults > 0)::int AS flagged
        FROM returned) r
  WHERE e.id = $1
)
SELECT ${PLACED} FROM returned k JOIN pool p ON p.name = k.pool JOIN evaluation e ON e.id = $1`

const CLEAR = `
UPDATE trial t SET retrying = false
WHERE t.evaluation_id = $1 AND t.retrying AND NOT EXISTS (
  SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.state = 'read' AND s.outcome = 'infra_error')`
