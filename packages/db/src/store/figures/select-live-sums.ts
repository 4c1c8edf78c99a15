import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** A method's figures in a running evaluation: on all its trials, and on its closed prefix. */
export interface LiveSums {
  readonly evaluationId: string
  readonly methodKey: string
  readonly resolved: number
  readonly correct: number
  readonly prefixResolved: number
  readonly prefixCorrect: number
  /** The sum charged on the prefix. */
  readonly prefixCalls: number
  /** Of the evaluation, in the same snapshot as these sums. */
  readonly closedPrefix: number
  /** Whether its samples are not alike: then the prefix says nothing of the rest. */
  readonly alarm: boolean
  readonly trials: number
}

/** Selects the methods' sums of several running evaluations, in one statement. */
export async function selectLiveSums(db: Db, team: TeamId, ids: readonly string[]): Promise<LiveSums[]> {
  if (ids.length === 0) return []
  return query<LiveSums>(db, SUMS, [team, ids])
}

const SUMS = `
SELECT f.evaluation_id AS "evaluationId", f.method_key AS "methodKey", f.resolved AS "prefixResolved",
       f.correct AS "prefixCorrect", f.calls AS "prefixCalls", coalesce(c.resolved, 0) AS resolved,
       coalesce(c.correct, 0) AS correct, e.closed_prefix AS "closedPrefix",
       coalesce(jsonb_typeof(e.homogeneity -> 'alarm') = 'object', false) AS alarm, e.trials_total AS trials
FROM (
  SELECT evaluation_id, method_key, sum(resolved)::int AS resolved, sum(correct)::int AS correct,
         sum(calls::bigint * resolved)::float8 AS calls
  FROM live_figures WHERE team_id = $1 AND evaluation_id = ANY ($2) GROUP BY 1, 2
) f
JOIN evaluation e ON e.id = f.evaluation_id
LEFT JOIN LATERAL (
  SELECT sum(m.resolved)::int AS resolved, sum(m.correct)::int AS correct FROM method_calls m
  WHERE m.evaluation_id = f.evaluation_id AND m.method_key = f.method_key AND m.grading_version = e.regraded_to
) c ON true`
