import { type Db, query } from './query.js'

/** Ends an evaluation that cannot go on, with its reason: an evaluation always ends. */
export async function failEvaluation(tx: Db, evaluationId: string, reason: string): Promise<void> {
  await query(
    tx,
    `UPDATE evaluation SET status = 'failed', reason = $2, finished_at = now(), version = version + 1
     WHERE id = $1 AND status = 'running'`,
    [evaluationId, reason],
  )
}
