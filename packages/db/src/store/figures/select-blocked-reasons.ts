import { type Db, query } from '../query.js'

/** Trials looked at: the reasons of a thousand stand for the rest, at bounded cost. */
const LOOKED_AT = 1000

/** The reasons samples could not be drawn, with the number of trials each blocked. */
export interface BlockedReason {
  readonly error: string
  readonly trials: number
  /** The model server will never accept the request: drawing again would not help. */
  readonly isRefused: boolean
}

/** Selects why trials are blocked, the most common reason first. */
export function selectBlockedReasons(db: Db, team: string, evaluationId: string): Promise<BlockedReason[]> {
  return query<BlockedReason>(
    db,
    `SELECT s.error, count(DISTINCT s.trial_id)::int AS trials,
            bool_and(s.outcome = 'invalid_request') AS "isRefused"
     FROM (SELECT id FROM trial WHERE team_id = $1 AND evaluation_id = $2 AND state = 'blocked' LIMIT ${LOOKED_AT}) t
     JOIN sample s ON s.trial_id = t.id
     WHERE s.outcome IN ('invalid_request', 'infra_error') AND s.error IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1`,
    [team, evaluationId],
  )
}
