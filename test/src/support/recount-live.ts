import type { DataSource } from '@cges-fleet/db'
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
  return {
    stored: { ...stored, methods: await select(db, STORED, [id]) },
    counted: { ...counted, methods: await select(db, COUNTED, [id, counted.prefix]) },
  }
}

/** The trials before the first that is open, or all there are. */
const PREFIX = `
SELECT count(*)::int AS prefix FROM trial t
WHERE evaluation_id = $1
  AND NOT EXISTS (SELECT 1 FROM trial o WHERE o.evaluation_id = $1 AND o.state = 'open' AND o.ordinal <= t.ordinal)`

const STORED = `
SELECT method_key, resolved, correct, calls::int FROM live_figures WHERE evaluation_id = $1 ORDER BY 1`

const COUNTED = `
SELECT v.method_key, count(*)::int AS resolved, (count(*) FILTER (WHERE v.answer_key = g.answer_key))::int AS correct,
       sum(v.calls)::int AS calls
FROM verdict v
JOIN trial t ON t.id = v.trial_id AND t.ordinal < $2
JOIN evaluation e ON e.id = v.evaluation_id
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
WHERE e.id = $1
GROUP BY 1 ORDER BY 1`
