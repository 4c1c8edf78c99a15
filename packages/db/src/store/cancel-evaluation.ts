import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
import { type Db, query } from './query.js'

/**
 * Ends a running evaluation early. No sample is touched: pending ones can no longer be claimed, those in flight are
 * aborted by their workers or land and are counted. Returns the status it has now, or null where there is none.
 */
export async function cancelEvaluation(db: Db, team: TeamId, id: string): Promise<EvaluationStatus | null> {
  await query(
    db,
    `UPDATE evaluation SET status = 'cancelled', reason = 'cancelled by a user', finished_at = now(),
            version = version + 1
     WHERE team_id = $1 AND id = $2 AND status = 'running'`,
    [team, id],
  )
  const rows = await query<{ status: EvaluationStatus }>(
    db,
    `SELECT status FROM evaluation WHERE team_id = $1 AND id = $2`,
    [team, id],
  )
  return rows[0]?.status ?? null
}
