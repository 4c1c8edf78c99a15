import type { ClusterSums } from '@cges-fleet/statistics'
import { type Db, query } from '../connection/query.js'
import { DECIDED_HERE } from '../evaluations/verdicts.js'
import type { TeamId } from '../ids.js'
import { ANSWER_KEY, REGRADED } from '../questions/selection.js'

/** Which trials of an evaluation are audited, as `auditedTrials` lists them, and the samples each is drawn on to. */
interface Audited {
  readonly id: string
  readonly audited: readonly number[]
  readonly budget: number
}

/** The totals of the audit: what it drew, and how the methods' stops agree with it. */
export interface AuditTotals {
  readonly whole: number
  readonly calls: number
  readonly tokens: number
  /** Of each method's stops on audited trials: c of n are the vote of all samples. */
  readonly stops: readonly MethodClusterSums[]
}

/** Selects what an audit found, in the latest grading; of trials that are closed and have all their samples. */
export async function selectAudit(tx: Db, team: TeamId, { id, audited, budget }: Audited): Promise<AuditTotals> {
  const values = [team, id, audited, budget]
  const [drawn] = await query<Omit<AuditTotals, 'stops'>>(tx, DRAWN, values)
  const stops = await query<MethodClusterSums>(tx, STOPS, values)
  return { whole: 0, calls: 0, tokens: 0, ...drawn, stops }
}

const READ = `audited AS MATERIALIZED (
  SELECT t.id, t.position, e.regraded_to FROM trial t JOIN evaluation e ON e.id = t.evaluation_id
  WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.replicate * e.questions + t.position = ANY ($3::int[]) AND t.state = 'closed'
), read AS MATERIALIZED (
  SELECT e.id, s.index, s.completion_tokens, (${ANSWER_KEY}) COLLATE "C" AS answer_key
  FROM audited e JOIN sample s ON s.trial_id = e.id ${REGRADED}
  WHERE s.state = 'read' AND s.index < $4 AND s.outcome NOT IN ('invalid_request', 'infra_error')
), whole AS (
  SELECT id FROM read GROUP BY 1 HAVING count(*) = $4
)`

/** The calls needed are those the methods were charged when they decided, not those under another grading. */
const DRAWN = `
WITH ${READ}, needed AS (
  SELECT v.id, max(v.calls) AS calls FROM (
    SELECT DISTINCT ON (a.id, v.method_key) a.id, v.calls FROM audited a JOIN verdict v ON v.trial_id = a.id
    WHERE ${DECIDED_HERE} ORDER BY a.id, v.method_key, v.grading_version
  ) v GROUP BY 1
)
SELECT (SELECT count(*)::int FROM whole) AS whole, count(*)::int AS calls,
       coalesce(sum(r.completion_tokens), 0)::float8 AS tokens
FROM read r JOIN needed n ON n.id = r.id AND r.index >= n.calls`

const STOPS = `
WITH ${READ}, vote AS (
  SELECT DISTINCT ON (id) id, answer_key FROM (
    SELECT id, answer_key, count(*) AS votes, min(index) AS first FROM read WHERE answer_key IS NOT NULL GROUP BY 1, 2
  ) r ORDER BY id, votes DESC, first
), stop AS (
  SELECT v.method_key, v.position, (v.answer_key IS NOT DISTINCT FROM o.answer_key)::int AS agrees
  FROM (
    SELECT DISTINCT ON (a.id, v.method_key) a.id, a.position, v.method_key, v.calls, v.answer_key, v.reason
    FROM whole w JOIN audited a ON a.id = w.id JOIN verdict v ON v.trial_id = a.id
    ORDER BY a.id, v.method_key, v.grading_version DESC
  ) v LEFT JOIN vote o ON o.id = v.id
  WHERE v.calls < $4 AND v.reason NOT IN ('abstained', 'undecided')
), by_question AS (
  SELECT method_key, position, sum(agrees)::float8 AS c, count(*)::float8 AS n FROM stop GROUP BY 1, 2
)
SELECT method_key AS "methodKey", count(*)::int AS clusters, sum(c)::float8 AS c, sum(n)::float8 AS n,
       sum(c * c)::float8 AS cc, sum(c * n)::float8 AS cn, sum(n * n)::float8 AS nn
FROM by_question GROUP BY 1 ORDER BY 1`

interface Which {
  readonly id: string
  /** As `auditedTrials` lists them: what they have beyond need was drawn for the audit. */
  readonly audited: readonly number[]
}

/** Selects how many of an evaluation's samples no method needed, once each of its trials has all its verdicts. */
export async function selectExtraDraws(tx: Db, team: TeamId, { id, audited }: Which): Promise<number> {
  const rows = await query<{ extra: number }>(tx, EXTRA, [team, id, audited])
  return rows[0]?.extra ?? 0
}

const EXTRA = `
WITH needed AS (
  SELECT trial_id, max(calls) AS calls FROM verdict
  WHERE team_id = $1 AND evaluation_id = $2 AND ${DECIDED_HERE} GROUP BY 1
)
SELECT coalesce(sum(greatest(0, t.read - n.calls)), 0)::int AS extra
FROM trial t JOIN needed n ON n.trial_id = t.id JOIN evaluation e ON e.id = t.evaluation_id
WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.state = 'closed'
  AND t.replicate * e.questions + t.position <> ALL ($3::int[])`

export interface MethodClusterSums extends ClusterSums {
  readonly methodKey: string
}

/** Sums each method's correct answers by question: replicates of a question are one cluster. Open trials count by their leader. */
export async function selectClusterSums(db: Db, team: TeamId, evaluationId: string): Promise<MethodClusterSums[]> {
  return query<MethodClusterSums>(
    db,
    `WITH answer AS (
       (SELECT DISTINCT ON (trial_id, method_key) trial_id, method_key, answer_key FROM verdict
        WHERE team_id = $1 AND evaluation_id = $2 ORDER BY trial_id, method_key, grading_version DESC)
       UNION ALL
       SELECT trial_id, method_key, leader FROM standing WHERE team_id = $1 AND evaluation_id = $2 AND NOT blocked
     ), question AS (
       SELECT a.method_key, t.position, count(*)::float8 AS n, (count(*) FILTER (WHERE g.correct))::float8 AS c
       FROM answer a
       JOIN trial t ON t.id = a.trial_id
       JOIN evaluation e ON e.id = t.evaluation_id
       LEFT JOIN answer_grade g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
         AND g.answer_key = a.answer_key
         AND g.grading_version = (SELECT max(x.grading_version) FROM answer_grade x WHERE x.benchmark_id = g.benchmark_id
                                  AND x.position = g.position AND x.answer_key = g.answer_key)
       GROUP BY 1, 2
     )
     SELECT method_key AS "methodKey", count(*)::int AS clusters, sum(c) AS c, sum(n) AS n, sum(c * c) AS cc,
            sum(c * n) AS cn, sum(n * n) AS nn
     FROM question GROUP BY 1`,
    [team, evaluationId],
  )
}
