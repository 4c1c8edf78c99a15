import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

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

/**
 * Trials of one method that rest on flagged samples: redrawn after a fault that may depend on the text being generated.
 */
export interface DoubtfulTrials {
  readonly methodKey: string
  readonly right: number
  readonly wrong: number
  /** Left open by a flagged sample that could not be drawn at all. */
  readonly blocked: number
}

/** Counts for each method the trials that rest on flagged samples, by whether their answer is right. */
export async function selectDoubtful(db: Db, team: TeamId, evaluationId: string): Promise<DoubtfulTrials[]> {
  return query<DoubtfulTrials>(
    db,
    `WITH doubtful AS (
       SELECT trial_id, min(index) AS first FROM sample
       WHERE team_id = $1 AND evaluation_id = $2 AND unclear_faults > 0 AND state = 'read' GROUP BY 1
     ), answer AS (
       SELECT v.trial_id, v.method_key, v.answer_key, false AS blocked
       FROM doubtful d JOIN verdict v ON v.trial_id = d.trial_id AND v.calls > d.first
       UNION ALL
       SELECT s.trial_id, s.method_key, s.leader, s.blocked
       FROM doubtful d JOIN standing s ON s.trial_id = d.trial_id AND (s.blocked OR s.read_up_to > d.first)
     )
     SELECT a.method_key AS "methodKey", count(*) FILTER (WHERE a.blocked)::int AS blocked,
            count(*) FILTER (WHERE NOT a.blocked AND g.correct)::int AS right,
            count(*) FILTER (WHERE NOT a.blocked AND g.correct IS NOT TRUE)::int AS wrong
     FROM answer a
     JOIN trial t ON t.id = a.trial_id
     JOIN evaluation e ON e.id = t.evaluation_id
     LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
       AND g.answer_key = a.answer_key
     GROUP BY 1`,
    [team, evaluationId],
  )
}
