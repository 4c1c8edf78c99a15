import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Trials looked at: the reasons of a thousand stand for the rest, at bounded cost. */
const LOOKED_AT = 1000

/** The reasons samples could not be drawn, with the number of trials each blocked. */
export interface BlockedReason {
  readonly error: string
  readonly trials: number
}

/** Selects why trials are blocked, the most common reason first. */
export function selectBlockedReasons(db: Db, team: TeamId, evaluationId: string): Promise<BlockedReason[]> {
  return query<BlockedReason>(
    db,
    `SELECT s.error, count(DISTINCT s.trial_id)::int AS trials
     FROM (SELECT id FROM trial WHERE team_id = $1 AND evaluation_id = $2 AND state = 'blocked' LIMIT ${LOOKED_AT}) t
     JOIN sample s ON s.trial_id = t.id
     WHERE s.outcome IN ('invalid_request', 'infra_error') AND s.error IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
    [team, evaluationId],
  )
}
