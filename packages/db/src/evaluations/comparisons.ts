import type { EvaluationStatus, Sampling, SuiteList, SuiteRow } from '@cges-fleet/core'
import type { ReportedSpec } from '@cges-fleet/methods'
import type { PairedGroup } from '@cges-fleet/statistics'
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
       coalesce((e.spec -> 'paper')::boolean, false) AS paper, e.questions
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1`

/** A method of an evaluation whose verdicts are final. */
interface Side {
  readonly evaluation: string
  readonly method: string
}

/** Two methods that are compared on the trials both have verdicts on. */
interface Pair {
  readonly this: Side
  readonly base: Side
}

interface Row extends PairedGroup {
  /** From 1. */
  readonly pair: number
}

/**
 * Counts, for each pair, the questions that both sides have verdicts on, by how much they differ there: a few dozen
 * groups a pair, however many questions. Trials are the same if question and replicate are: both sides must be of one
 * benchmark revision. O(verdicts of both sides), one statement.
 */
export async function selectPairedGroups(db: Db, team: TeamId, pairs: readonly Pair[]): Promise<PairedGroup[][]> {
  if (pairs.length === 0) return []
  const sides = distinct(pairs.flatMap((pair) => [pair.this, pair.base]))
  const place = (side: Side) => sides.findIndex((each) => isSame(each, side)) + 1
  const rows = await query<Row>(db, GROUPS, [
    team,
    sides.map(({ evaluation }) => evaluation),
    sides.map(({ method }) => method),
    pairs.map((pair) => place(pair.this)),
    pairs.map((pair) => place(pair.base)),
  ])
  return pairs.map((_, at) => rows.filter(({ pair }) => pair === at + 1).map(({ pair: _pair, ...group }) => group))
}

function distinct(sides: readonly Side[]): Side[] {
  return sides.filter((side, at) => sides.findIndex((each) => isSame(each, side)) === at)
}

function isSame(a: Side, b: Side): boolean {
  return a.evaluation === b.evaluation && a.method === b.method
}

const GROUPS = `
WITH side AS (
  SELECT s.place::int, s.evaluation_id, s.method_key, e.benchmark_id, e.grading_version
  FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS s(evaluation_id, method_key, place)
  JOIN evaluation e ON e.id = s.evaluation_id AND e.team_id = $1
), ended AS MATERIALIZED (
  SELECT s.place, t.position, t.replicate, v.calls, coalesce(g.correct, false)::int AS correct
  FROM side s
  JOIN trial t ON t.evaluation_id = s.evaluation_id
  JOIN verdict v ON v.trial_id = t.id AND v.method_key = s.method_key AND v.grading_version = s.grading_version
  LEFT JOIN answer_grade g ON g.benchmark_id = s.benchmark_id AND g.position = t.position
    AND g.answer_key = v.answer_key AND g.grading_version = v.grading_version
), question AS (
  SELECT p.place::int AS pair, a.position, count(*)::int AS trials, sum(a.correct)::int AS this_right,
         sum(b.correct)::int AS base_right, sum(a.correct * b.correct)::int AS both_right, sum(a.calls)::int AS this_calls,
         sum(b.calls)::int AS base_calls
  FROM unnest($4::int[], $5::int[]) WITH ORDINALITY AS p(this, base, place)
  JOIN ended a ON a.place = p.this
  JOIN ended b ON b.place = p.base AND b.position = a.position AND b.replicate = a.replicate
  GROUP BY 1, 2
)
SELECT pair, trials, this_right - base_right AS "correctDifference", this_calls - base_calls AS "callsDifference",
       count(*)::int AS questions, sum(both_right)::int AS both, sum(this_right)::int AS "thisCorrect",
       sum(base_right)::int AS "baseCorrect", sum(base_calls)::float8 AS "baseCalls"
FROM question GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
