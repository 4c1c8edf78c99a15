import type { EvaluationStatus } from '@cges-fleet/core'
import type { ExternalSpec, MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import type { MethodCallsRow, StandingRow } from './distributions.js'
import { RATE_WINDOW_SECONDS } from './evaluation-totals.js'

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
    WHERE team_id = $1 AND evaluation_id = e.id AND state = 'open' AND requested > 0 GROUP BY 1
  ) g
) d
WHERE e.team_id = $1 AND e.id = ANY ($2) AND e.status = 'running'`

/** Makes the next rounds recount an evaluation's closed prefix, after a change to its trials. */
export async function resetLiveTotals(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, RESET, [evaluationId])
}

const RESET = `
WITH gone AS (DELETE FROM live_figures WHERE evaluation_id = $1),
     uncounted AS (DELETE FROM prefix_outcome WHERE evaluation_id = $1)
UPDATE evaluation SET closed_prefix = 0 WHERE id = $1`

/** Selects an evaluation's version alone, for streams that poll it many times a second. */
export async function selectEvaluationVersion(
  db: Db,
  team: TeamId,
  id: string,
): Promise<{ version: number; status: EvaluationStatus } | null> {
  const rows = await query<{ version: number; status: EvaluationStatus }>(
    db,
    `SELECT version, status FROM evaluation WHERE team_id = $1 AND id = $2`,
    [team, id],
  )
  return rows[0] ?? null
}

/** Selects which of a team's evaluations have calls that a worker is making now. */
export async function selectDrawing(db: Db, team: TeamId, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query<{ id: string }>(db, DRAWING, [team, ids])
  return new Set(rows.map(({ id }) => id))
}

const DRAWING = `
SELECT e.id FROM unnest($2::uuid[]) AS e(id)
WHERE EXISTS (
  SELECT 1 FROM call k WHERE k.team_id = $1 AND k.evaluation_id = e.id AND k.live AND k.state = 'leased')`
