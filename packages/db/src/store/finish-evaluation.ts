import { type Db, query } from './query.js'
import { verdictDigest } from './verdict-digest.js'

/**
 * Raises the evaluation's version and ends it when every trial is closed or blocked and nothing is in flight.
 * Returns whether it is done.
 */
export async function finishEvaluation(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query<{ complete: boolean }>(
    tx,
    `UPDATE evaluation e SET version = e.version + 1 WHERE e.id = $1
     RETURNING e.status = 'running' AND e.trials_planned = e.trials_total
       AND e.trials_closed + e.trials_blocked = e.trials_total
       AND NOT EXISTS (SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state <> 'read') AS complete`,
    [evaluationId],
  )
  if (rows[0]?.complete !== true) return false
  const digest = await verdictDigest(tx, evaluationId)
  await query(tx, `UPDATE evaluation SET status = 'done', finished_at = now(), digest = $2 WHERE id = $1`, [
    evaluationId,
    digest,
  ])
  return true
}
