import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'
import { writeEvent } from '../evaluations/write-event.js'

/** Ends an evaluation whose caps allow nothing more, once nothing of it is in flight. Returns whether it ended. */
export async function stopAtCap(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: string,
  inFlight: 'waits' | 'stays',
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    tx,
    `UPDATE evaluation e SET status = 'budget_stopped', reason = $2, finished_at = now(), version = version + 1
     WHERE e.id = $1 AND e.status = 'running' AND ($3 OR NOT EXISTS (
       SELECT 1 FROM call k WHERE k.evaluation_id = e.id AND k.live AND k.kind = 'draw'
       UNION ALL SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state = 'landed'
       UNION ALL SELECT 1 FROM ranking r WHERE r.evaluation_id = e.id AND r.reserved))
     RETURNING e.id`,
    [evaluation.id, reason, inFlight === 'stays'],
  )
  if (rows.length === 0) return false
  await writeEvent(tx, evaluation, { kind: 'budget_stopped', reason })
  return true
}
