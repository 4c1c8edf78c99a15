import { createHash } from 'node:crypto'
import { EXTERNAL_PREFIX } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'

/** As a condition: verdicts of this fleet's own methods. Those of others' rules are shown beside them and count in nothing else. */
export const DECIDED_HERE = `NOT starts_with(method_key, '${EXTERNAL_PREFIX}')`

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

/** Stores the same of an evaluation that its `until` ended, by its closed prefix, as lists show it. */
export async function settleDecided(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, SETTLE_DECIDED, [evaluationId])
}

const SETTLE_DECIDED = `
UPDATE evaluation e
SET best_method = b.method_key, best_accuracy = b.accuracy, best_trials = b.trials, best_calls = b.calls,
    best_saved = 1 - b.calls / b.budget, best_tokens = NULL
FROM (
  SELECT f.method_key, substring(f.method_key FROM '[0-9]+$')::int AS budget, sum(f.resolved)::int AS trials,
         sum(f.correct)::float8 / sum(f.resolved) AS accuracy,
         sum(f.calls::bigint * f.resolved)::float8 / sum(f.resolved) AS calls
  FROM live_figures f
  WHERE f.evaluation_id = $1
  GROUP BY 1 HAVING sum(f.resolved) > 0
  ORDER BY accuracy DESC, calls, 1 LIMIT 1
) b
WHERE e.id = $1 AND e.status = 'decided'`

const LINES_PER_PAGE = 10_000

/**
 * The fingerprint of an evaluation's verdicts: SHA-256 over JSON lines `[questionId, replicate, methodKey, calls,
 * answerKey, reason]`, sorted bytewise. Two runs of one evaluation with the same seed and a deterministic model have
 * the same digest, however many workers there were and whatever crashed meanwhile. For each verdict the newest grading
 * counts; external rules are left out. The lines are core’s `digestLine`, built and sorted by the database so that
 * memory stays bounded.
 */
export async function verdictDigest(tx: Db, evaluationId: string): Promise<string> {
  const hash = createHash('sha256')
  await query(tx, `DECLARE verdict_lines NO SCROLL CURSOR FOR ${LINES}`, [evaluationId])
  for (;;) {
    const page = await query<{ line: string }>(tx, `FETCH ${LINES_PER_PAGE} FROM verdict_lines`)
    for (const { line } of page) hash.update(`${line}\n`)
    if (page.length < LINES_PER_PAGE) break
  }
  await query(tx, 'CLOSE verdict_lines')
  return hash.digest('hex')
}

const LINES = `
SELECT line FROM (
  SELECT '[' || to_json(t.question_id) || ',' || t.replicate || ',' || to_json(v.method_key) || ',' || v.calls || ','
         || coalesce(to_json(v.answer_key)::text, 'null') || ',' || to_json(v.reason) || ']' AS line
  FROM (
    SELECT DISTINCT ON (trial_id, method_key) * FROM verdict
    WHERE evaluation_id = $1 AND ${DECIDED_HERE} ORDER BY trial_id, method_key, grading_version DESC
  ) v
  JOIN trial t ON t.id = v.trial_id
) lines
ORDER BY line COLLATE "C"`

/**
 * Joins to verdicts `c`, by `trial_id` and `calls`, the tokens of the calls they are charged for: their own `tokens`, or all
 * that were generated; null if that is not known of one of them.
 */
export const CHARGED_TOKENS = `
LEFT JOIN LATERAL (
  SELECT coalesce(c.tokens, sum(s.completion_tokens)) AS tokens FROM sample s WHERE s.trial_id = c.trial_id AND s.index < c.calls
  HAVING count(s.completion_tokens) = c.calls
) charged ON true`
