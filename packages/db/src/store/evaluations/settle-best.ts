import { DECIDED_HERE } from '../external/decided-here.js'
import { type Db, query } from '../query.js'

/**
 * Stores the figures of a finished evaluation's most accurate method (ties: fewest calls), so that lists can sort by
 * them. Whatever lets the evaluation continue must clear them: `FORGET_BEST`.
 */
export async function settleBest(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, SETTLE, [evaluationId])
}

/** As part of an UPDATE of the evaluation: clears its final figures. */
export const FORGET_BEST =
  'best_method = NULL, best_accuracy = NULL, best_trials = NULL, best_calls = NULL, best_saved = NULL, best_tokens = NULL'

const SETTLE = `
UPDATE evaluation e
SET best_method = b.method_key, best_accuracy = b.accuracy, best_trials = b.trials, best_calls = b.calls,
    best_saved = 1 - b.calls / b.budget, best_tokens = b.tokens
FROM (
  SELECT c.method_key, substring(c.method_key FROM '[0-9]+$')::int AS budget, sum(c.resolved)::int AS trials,
         sum(c.correct)::float8 / sum(c.resolved) AS accuracy,
         sum(c.calls::bigint * c.resolved)::float8 / sum(c.resolved) AS calls,
         CASE WHEN sum(c.tokens_known) = sum(c.resolved) THEN sum(c.tokens)::float8 / sum(c.resolved) END AS tokens
  FROM method_calls c
  WHERE c.evaluation_id = $1 AND ${DECIDED_HERE} AND c.grading_version = (SELECT regraded_to FROM evaluation WHERE id = $1)
  GROUP BY 1 HAVING sum(c.resolved) > 0
  ORDER BY accuracy DESC, calls, 1 LIMIT 1
) b
WHERE e.id = $1 AND e.status = 'done'`
