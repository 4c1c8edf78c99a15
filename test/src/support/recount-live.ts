import type { DataSource } from '@cges-fleet/db'
import { methodKey, type MethodSpec } from '@cges-fleet/methods'
import { select, selectOne } from './evaluation-rows.js'

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
    stored: { ...stored, methods: await select(db, STORED, [id]) },
    counted: { ...counted, methods: await select(db, COUNTED, [id, counted.prefix, JSON.stringify(baselines)]) },
  }
}

/** The trials before the first that is open, or all there are. */
const PREFIX = `
SELECT count(*)::int AS prefix FROM trial t
WHERE evaluation_id = $1
  AND NOT EXISTS (SELECT 1 FROM trial o WHERE o.evaluation_id = $1 AND o.state = 'open' AND o.ordinal <= t.ordinal)`

const STORED = `
SELECT method_key, calls, resolved, correct, paired, wins, losses FROM live_figures WHERE evaluation_id = $1 ORDER BY 1, 2`

const COUNTED = `
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
  const own = of === 'sc' ? undefined : votes.find((each) => each.budget === budget)
  const baseline = own ?? votes.find((each) => each.budget === largest)
  const named = baseline ?? methods[0]
  if (named === undefined) throw new Error('an evaluation without methods')
  return methodKey(named)
}
