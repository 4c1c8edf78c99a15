import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'
import { verdictDigest } from '../evaluations/verdict-digest.js'
import { writeEvent } from '../evaluations/write-event.js'

/**
 * Raises the evaluation's version and ends it when every trial is closed or blocked and nothing is in flight.
 * Returns whether it is done.
 */
export async function finishEvaluation(tx: Db, evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>): Promise<boolean> {
  const rows = await query<{ complete: boolean; blocked: number }>(
    tx,
    `UPDATE evaluation e SET version = e.version + 1 WHERE e.id = $1
     RETURNING e.trials_blocked AS blocked, e.status = 'running' AND e.trials_planned = e.trials_total
       AND e.reopened_up_to IS NULL AND e.trials_closed + e.trials_blocked = e.trials_total
       AND NOT EXISTS (SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state <> 'read') AS complete`,
    [evaluation.id],
  )
  const row = rows[0]
  if (row?.complete !== true) return false
  const digest = await verdictDigest(tx, evaluation.id)
  await query(
    tx,
    `UPDATE evaluation SET status = 'done', finished_at = now(), digest = $2,
       grading_version = (SELECT max(grading_version) FROM verdict WHERE evaluation_id = $1) WHERE id = $1`,
    [evaluation.id, digest],
  )
  const reason = row.blocked === 0 ? null : `${row.blocked} trials are blocked`
  await writeEvent(tx, evaluation, { kind: 'done', reason })
  return true
}
