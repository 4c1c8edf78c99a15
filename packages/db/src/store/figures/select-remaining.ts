import type { ExternalSpec, MethodSpec } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'
import type { MethodCallsRow, StandingRow } from './select-distributions.js'
import { RATE_WINDOW_SECONDS } from './select-evaluation-totals.js'

/** What the time left of a running evaluation is estimated from, in one snapshot; as in `EvaluationTotals`. */
export interface RemainingTotals {
  readonly evaluationId: string
  readonly trials: { readonly total: number; readonly closed: number; readonly blocked: number }
  readonly startedTrials: number
  readonly audit: number
  readonly methods: readonly MethodSpec[]
  readonly external: readonly ExternalSpec[]
  readonly elapsedSeconds: number
  readonly recentSamples: number
  readonly calls: readonly Omit<MethodCallsRow, 'tokens'>[]
  readonly standings: readonly Omit<StandingRow, 'leading' | 'leadingCorrect'>[]
  readonly depths: readonly { readonly depth: number; readonly trials: number }[]
}

/** Selects what remains of several evaluations, in one statement; those that do not run are left out. */
export async function selectRemaining(db: Db, team: TeamId, ids: readonly string[]): Promise<RemainingTotals[]> {
  return ids.length === 0 ? [] : query<RemainingTotals>(db, REMAINING, [team, ids])
}

const REMAINING = `
SELECT e.id AS "evaluationId",
       jsonb_build_object('total', e.trials_total, 'closed', e.trials_closed, 'blocked', e.trials_blocked) AS trials,
       e.trials_started AS "startedTrials", coalesce((e.spec -> 'audit')::float8, 0) AS audit,
       e.spec -> 'methods' AS methods, coalesce(e.spec -> 'external', '[]') AS external,
       extract(epoch FROM now() - e.created_at)::float8 AS "elapsedSeconds",
       (SELECT coalesce(sum(samples), 0)::int FROM progress
        WHERE evaluation_id = e.id AND at > now() - interval '${RATE_WINDOW_SECONDS} seconds') AS "recentSamples",
       c.calls, s.standings, d.depths
FROM evaluation e
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'methodKey', method_key, 'calls', calls, 'resolved', resolved, 'correct', correct)), '[]') AS calls
  FROM method_calls WHERE team_id = $1 AND evaluation_id = e.id AND grading_version = e.regraded_to
) c
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(jsonb_build_object(
           'methodKey', g.method_key, 'depth', g.read_up_to, 'blocked', g.blocked, 'trials', g.trials)), '[]') AS standings
  FROM (
    SELECT method_key, read_up_to, blocked, count(*) AS trials FROM standing
    WHERE team_id = $1 AND evaluation_id = e.id GROUP BY 1, 2, 3
  ) g
) s
CROSS JOIN LATERAL (
  SELECT coalesce(jsonb_agg(jsonb_build_object('depth', g.read_up_to, 'trials', g.trials)), '[]') AS depths
  FROM (
    SELECT read_up_to, count(*) AS trials FROM trial
    WHERE team_id = $1 AND evaluation_id = e.id AND state = 'open' AND asked > 0 GROUP BY 1
  ) g
) d
WHERE e.team_id = $1 AND e.id = ANY ($2) AND e.status = 'running'`
