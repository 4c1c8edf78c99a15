import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'
import { writeEvent } from '../evaluations/write-event.js'

/** Ends an evaluation that cannot go on, with its reason: an evaluation always ends. */
export async function failEvaluation(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: string,
): Promise<void> {
  await query(
    tx,
    `UPDATE evaluation SET status = 'failed', reason = $2, finished_at = now(), version = version + 1
     WHERE id = $1 AND status = 'running'`,
    [evaluation.id, reason],
  )
  await writeEvent(tx, evaluation, { kind: 'failed', reason })
}
