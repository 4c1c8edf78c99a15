import { SUMMARY } from './evaluation-summary.js'

/** The filter's conditions on the values of `filterValues`; a null value matches everything. */
const CONDITIONS = `
  e.team_id = $1
  AND ($2::text[] IS NULL OR e.status = ANY ($2))
  AND ($3::boolean IS NOT TRUE OR e.status IN ('failed', 'budget_stopped', 'stuck') OR e.trials_blocked > 0)
  AND ($4::text IS NULL OR e.benchmark_id = ANY (ARRAY(SELECT id FROM benchmark WHERE team_id = $1 AND name = $4)))
  AND ($5::text IS NULL OR e.pool = $5)
  AND ($6::text IS NULL OR e.pool = ANY (ARRAY(SELECT name FROM pool WHERE model = $6)))
  AND ($7::jsonb IS NULL OR e.spec -> 'methods' @> $7)
  AND ($8::text IS NULL OR e.owner = $8)
  AND ($9::text IS NULL OR e.tags @> ARRAY[$9])
  AND ($10::uuid IS NULL OR e.id >= $10)
  AND ($11::uuid IS NULL OR e.id < $11)
  AND ($12::text IS NULL OR strpos(e.name_order, lower($12)) > 0)`

const COLUMNS = `
  CASE WHEN e.best_method IS NOT NULL THEN jsonb_build_object('key', e.best_method, 'accuracy', e.best_accuracy,
    'trials', e.best_trials, 'calls', e.best_calls, 'tokens', e.best_tokens) END AS best,
  e.spec -> 'methods' AS "methodSpecs", coalesce(cardinality(e.replicate_blocks), 1) AS "replicateBlocks",
  e.closed_prefix AS "closedPrefix", coalesce(c.calls, 0) AS spent, c.call_cap AS cap`

interface Order {
  readonly by: string
  readonly direction: 'ASC' | 'DESC'
  /** The type of `by`; null if the id alone is the order. */
  readonly type: 'text' | 'float8' | null
}

/**
 * A page of a list in one order, after the cursor $14 (the value, as text) and $13 (the evaluation), of $15 rows. Each
 * order is a non-null column with an index of its own, so that a cursor is one comparison of two values.
 */
function listStatement({ by, direction, type }: Order): string {
  const compares = direction === 'DESC' ? '<' : '>'
  const beyond = type === null ? `e.id < $13` : `(${by}, e.id) ${compares} ($14::${type}, $13::uuid)`
  const order = type === null ? `e.id ${direction}` : `${by} ${direction}, e.id ${direction}`
  return `
SELECT s.*, ${COLUMNS}, ${type === null ? '$14::text' : `${by}::text`} AS place
FROM (
  SELECT e.id FROM evaluation e WHERE ${CONDITIONS} AND ($13::uuid IS NULL OR ${beyond}) ORDER BY ${order} LIMIT $15
) page
JOIN evaluation e ON e.id = page.id
JOIN (${SUMMARY}) s ON s.id = e.id
LEFT JOIN spending c ON c.evaluation_id = e.id
ORDER BY ${order}`
}

export const LIST_BY = {
  newest: listStatement({ by: 'e.id', direction: 'DESC', type: null }),
  name: listStatement({ by: 'e.name_order', direction: 'ASC', type: 'text' }),
  accuracy: listStatement({ by: 'e.accuracy_order', direction: 'DESC', type: 'float8' }),
  calls: listStatement({ by: 'e.calls_order', direction: 'ASC', type: 'float8' }),
  saved: listStatement({ by: 'e.saved_order', direction: 'DESC', type: 'float8' }),
  tokens: listStatement({ by: 'e.tokens_order', direction: 'ASC', type: 'float8' }),
} as const
