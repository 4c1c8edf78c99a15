import type { EvaluationStatus, Sampling, SuiteList, SuiteRow } from '@cges-fleet/core'
import type { ReportedSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

/** The facts of an evaluation that decide whether others may be compared with it, beyond those its page shows. */
export interface Compared {
  readonly id: string
  readonly name: string
  readonly status: EvaluationStatus
  readonly benchmark: string
  readonly pool: string
  readonly revision: string
  readonly template: string
  readonly modelRevision: string | null
  readonly rewardModel: string | null
  readonly stepScorer: string | null
  readonly sampling: Partial<Sampling>
  /** Its own, and the external rules that it has verdicts of. */
  readonly methods: readonly ReportedSpec[]
  readonly paper: boolean
  readonly questions: number
  /** Of its order of trials. */
  readonly seed: number
  readonly trials: number
  /** How many of the first trials of that order are closed. */
  readonly closedPrefix: number
  /** Whether these are a random part of all: no replicates came later, and its samples are alike. */
  readonly isRandomPrefix: boolean
}

/** Finds the evaluations to be compared, in the order named; those the team does not have are left out. */
export async function findCompared(db: Db, team: TeamId, ids: readonly string[]): Promise<Compared[]> {
  const rows = await query<Compared>(db, `${COMPARED} AND e.id = ANY ($2)`, [team, ids])
  return ids.flatMap((id) => rows.filter((row) => row.id === id))
}

/** Finds the oldest evaluations of a suite, `most` of them. */
export function findSuite(db: Db, team: TeamId, suite: string, most: number): Promise<Compared[]> {
  return query<Compared>(db, `${COMPARED} AND e.suite = $2 ORDER BY e.id LIMIT $3`, [team, suite, most])
}

/** Selects a page of a team's suites, that with the newest evaluation first; `after` is an earlier page's `next`. */
export async function selectSuites(db: Db, team: TeamId, most: number, after: string | null): Promise<SuiteList> {
  type Row = Omit<SuiteRow, 'newestAt'> & { readonly newest: string; readonly newestAt: Date }
  const rows = await query<Row>(db, SUITES, [team, after, most + 1])
  const suites = rows
    .slice(0, most)
    .map(({ newest: _newest, newestAt, ...row }) => ({ ...row, newestAt: newestAt.toISOString() }))
  return { suites, next: rows.length > most ? (rows[most - 1]?.newest ?? null) : null }
}

const SUITES = `
WITH counted AS (
  SELECT e.suite, CASE WHEN e.status IN ('done', 'decided') AND e.trials_blocked > 0 THEN 'incomplete' ELSE e.status END AS status,
         count(*)::int AS evaluations
  FROM evaluation e WHERE e.team_id = $1 AND e.suite IS NOT NULL GROUP BY 1, 2
), held AS (
  SELECT e.suite, count(*)::int AS evaluations, count(DISTINCT e.benchmark_id)::int AS benchmarks,
         count(DISTINCT e.pool)::int AS pools, max(e.id::text) AS newest, max(e.created_at) AS newest_at
  FROM evaluation e WHERE e.team_id = $1 AND e.suite IS NOT NULL GROUP BY 1
  HAVING $2::text IS NULL OR max(e.id::text) < $2::text
  ORDER BY newest DESC LIMIT $3
)
SELECT h.suite, h.evaluations, h.benchmarks, h.pools, h.newest, h.newest_at AS "newestAt",
       (SELECT jsonb_object_agg(c.status, c.evaluations) FROM counted c WHERE c.suite = h.suite) AS statuses
FROM held h ORDER BY h.newest DESC`

const COMPARED = `
SELECT e.id, e.name, e.status, e.pool, b.name AS benchmark, b.revision, b.template, p.model_revision AS "modelRevision",
       p.reward_model AS "rewardModel", p.step_scorer AS "stepScorer", e.spec -> 'sampling' AS sampling, (e.spec -> 'methods') || coalesce(e.spec -> 'external', '[]') AS methods,
       coalesce((e.spec -> 'paper')::boolean, false) AS paper, e.questions, e.seed::float8 AS seed, e.trials_total AS trials,
       e.closed_prefix AS "closedPrefix",
       coalesce(cardinality(e.replicate_blocks), 1) = 1 AND e.homogeneity ->> 'alarm' IS NULL AS "isRandomPrefix"
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1`
