import type { DataSource } from '@cges-fleet/db'
import { methodKey, type MethodSpec } from '@cges-fleet/methods'
import { ATTEMPTS, PLANNED_SAMPLES, select, selectOne } from './evaluation-rows.js'

/** The running totals an evaluation keeps, and the same counted from the rows they stand for. */
export async function recount(db: DataSource, id: string): Promise<{ stored: unknown; counted: unknown }> {
  const stored = {
    ...(await selectOne<object>(db, STORED, [id])),
    calls: await select(
      db,
      `SELECT method_key, calls, resolved, correct, tokens, tokens_known AS known FROM method_calls WHERE evaluation_id = $1 ORDER BY 1, 2`,
      [id],
    ),
  }
  const counted = {
    ...(await selectOne<object>(db, COUNTED, [id])),
    calls: await select(db, CALLS, [id]),
  }
  return { stored, counted }
}

const STORED = `
SELECT trials_planned AS planned, trials_started AS started, trials_closed AS closed, trials_blocked AS blocked,
       samples_drawn AS drawn, attempts, texts, distinct_texts AS distinct, trials_repeated AS repeated,
       trials_copied AS copied,
       (SELECT coalesce(sum(samples), 0)::int FROM progress WHERE evaluation_id = $1) AS moved,
       (SELECT coalesce(sum(requested), 0)::int FROM trial WHERE evaluation_id = $1) AS requested,
       (SELECT coalesce(sum(read), 0)::int FROM trial WHERE evaluation_id = $1) AS read
FROM evaluation WHERE id = $1`

/** Closed: every method has its verdict. Blocked: not closed, and the sample after the prefix could not be drawn. */
const COUNTED = `
WITH own AS (
  SELECT t.id,
         (SELECT count(DISTINCT v.method_key) FROM verdict v WHERE v.trial_id = t.id) = jsonb_array_length(e.spec -> 'methods') AS closed,
         coalesce((SELECT min(s.index) FROM ${PLANNED_SAMPLES} s WHERE s.trial_id = t.id
                   AND (s.state <> 'read' OR s.outcome IN ('infra_error', 'invalid_request'))),
                  (SELECT count(*) FROM ${PLANNED_SAMPLES} s WHERE s.trial_id = t.id)) AS prefix
  FROM trial t JOIN evaluation e ON e.id = t.evaluation_id WHERE e.id = $1
), text AS (
  SELECT count(*)::int AS n, count(DISTINCT md5(coalesce(b.reasoning, '') || chr(31) || b.text))::int AS kinds
  FROM sample s JOIN sample_body b USING (trial_id, index)
  WHERE s.evaluation_id = $1 AND s.state = 'read' GROUP BY s.trial_id
)
SELECT count(*)::int AS planned,
       count(*) FILTER (WHERE prefix > 0)::int AS started,
       count(*) FILTER (WHERE closed)::int AS closed,
       count(*) FILTER (WHERE NOT closed AND EXISTS (
         SELECT 1 FROM sample s WHERE s.trial_id = own.id AND s.index = own.prefix AND s.state = 'read'))::int AS blocked,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state = 'read'
        AND outcome NOT IN ('infra_error', 'invalid_request')) AS drawn,
       (SELECT count(*)::int FROM ${ATTEMPTS} l JOIN sample s USING (trial_id, index)
        WHERE s.evaluation_id = $1 AND s.state = 'read' AND l.kind = 'draw') AS attempts,
       (SELECT coalesce(sum(n), 0)::int FROM text) AS texts, (SELECT coalesce(sum(kinds), 0)::int FROM text) AS distinct,
       (SELECT count(*)::int FROM text WHERE n > 1) AS repeated,
       (SELECT count(*)::int FROM text WHERE n > 1 AND kinds = 1) AS copied,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state = 'read') AS moved,
       (SELECT count(*)::int FROM ${PLANNED_SAMPLES} s WHERE evaluation_id = $1) AS requested,
       (SELECT count(*)::int FROM sample WHERE evaluation_id = $1 AND state = 'read') AS read
FROM own`

const CALLS = `
SELECT v.method_key, v.calls, count(*)::int AS resolved, count(*) FILTER (WHERE v.answer_key = g.answer_key)::int AS correct,
       coalesce(sum(s.tokens) FILTER (WHERE s.known = v.calls), 0)::bigint AS tokens,
       count(*) FILTER (WHERE s.known = v.calls)::int AS known
FROM verdict v
JOIN trial t ON t.id = v.trial_id
JOIN evaluation e ON e.id = v.evaluation_id
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
CROSS JOIN LATERAL (
  SELECT count(completion_tokens)::int AS known, sum(completion_tokens) AS tokens FROM sample
  WHERE trial_id = t.id AND index < v.calls
) s
WHERE e.id = $1
GROUP BY 1, 2 ORDER BY 1, 2`

interface LiveCount {
  readonly prefix: number
  readonly methods: readonly unknown[]
}

/** What an evaluation keeps of its closed prefix, and the same counted from its trials and verdicts. */
export async function recountLive(db: DataSource, id: string): Promise<{ stored: LiveCount; counted: LiveCount }> {
  const stored = await selectOne<{ prefix: number }>(
    db,
    'SELECT closed_prefix AS prefix FROM evaluation WHERE id = $1',
    [id],
  )
  const counted = await selectOne<{ prefix: number }>(db, PREFIX, [id])
  const { methods } = await selectOne<{ methods: MethodSpec[] }>(
    db,
    `SELECT spec -> 'methods' AS methods FROM evaluation WHERE id = $1`,
    [id],
  )
  const baselines = Object.fromEntries(methods.map((spec) => [methodKey(spec), baselineFor(spec, methods)]))
  return {
    stored: { ...stored, methods: await select(db, STORED_STANDINGS, [id]) },
    counted: {
      ...counted,
      methods: await select(db, COUNTED_STANDINGS, [id, counted.prefix, JSON.stringify(baselines)]),
    },
  }
}

/** The trials before the first that is open, or all there are. */
const PREFIX = `
SELECT count(*)::int AS prefix FROM trial t
WHERE evaluation_id = $1
  AND NOT EXISTS (SELECT 1 FROM trial o WHERE o.evaluation_id = $1 AND o.state = 'open' AND o.ordinal <= t.ordinal)`

const STORED_STANDINGS = `
SELECT method_key, calls, resolved, correct, paired, wins, losses FROM live_figures WHERE evaluation_id = $1 ORDER BY 1, 2`

const COUNTED_STANDINGS = `
WITH graded AS (
  SELECT v.trial_id, v.method_key, v.calls, v.answer_key IS NOT DISTINCT FROM g.answer_key AS correct
  FROM verdict v
  JOIN trial t ON t.id = v.trial_id AND t.ordinal < $2
  JOIN evaluation e ON e.id = v.evaluation_id
  JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
  WHERE e.id = $1
)
SELECT o.method_key, o.calls, count(*)::int AS resolved, (count(*) FILTER (WHERE o.correct))::int AS correct,
       count(b.correct)::int AS paired, (count(*) FILTER (WHERE o.correct AND NOT b.correct))::int AS wins,
       (count(*) FILTER (WHERE NOT o.correct AND b.correct))::int AS losses
FROM graded o
LEFT JOIN graded b ON b.trial_id = o.trial_id AND b.method_key <> o.method_key AND b.method_key = $3::jsonb ->> o.method_key
GROUP BY 1, 2 ORDER BY 1, 2`

/** SC at a method's own budget, for SC itself and where there is none SC at the largest, else the first method. */
function baselineFor({ method: of, budget }: MethodSpec, methods: readonly MethodSpec[]): string {
  const votes = methods.filter(({ method }) => method === 'sc')
  const largest = Math.max(0, ...votes.map((each) => each.budget))
  const vote = of === 'sc' ? undefined : votes.find((each) => each.budget === budget)
  const baseline = vote ?? votes.find((each) => each.budget === largest)
  const named = baseline ?? methods[0]
  if (named === undefined) throw new Error('an evaluation without methods')
  return methodKey(named)
}
