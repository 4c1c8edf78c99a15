import { type Db, query } from '../connection/query.js'
import { newId } from '../ids.js'
import { type DatabaseFunction, requireThat } from '../schema/database-function.js'

/** Evaluations whose time is up that one call deletes at most. */
const EXPIRED_AT_ONCE = 100

/**
 * Deletes evaluations that their teams keep no longer, with an entry of the audit log for each. Returns whether there
 * may be more.
 */
export async function expireEvaluations(db: Db): Promise<boolean> {
  const entries = Array.from({ length: EXPIRED_AT_ONCE }, newId)
  const [row] = await query<{ expired: number }>(db, 'SELECT expire_evaluations($1) AS expired', [entries])
  return (row?.expired ?? 0) === EXPIRED_AT_ONCE
}

/** As many as ids for entries of the log are given. The log's ids are in the order of time, so callers make them. */
export const EXPIRE_EVALUATIONS: DatabaseFunction = {
  name: 'expire_evaluations',
  takes: '_entries uuid[]',
  returns: 'TABLE (expired integer)',
  does: `
RETURN QUERY
WITH due AS (
  SELECT e.id, e.archived_at < now() - make_interval(days => t.keep_archived_days) AS archived
  FROM team t JOIN evaluation e ON e.team_id = t.id
  WHERE (t.keep_finished_days IS NOT NULL OR t.keep_archived_days IS NOT NULL) AND e.deleted_at IS NULL
    AND (e.finished_at < now() - make_interval(days => t.keep_finished_days)
         OR e.archived_at < now() - make_interval(days => t.keep_archived_days))
  ORDER BY e.id LIMIT cardinality(_entries) FOR NO KEY UPDATE OF e SKIP LOCKED
), marked AS (
  UPDATE evaluation e SET deleted_at = now(), idempotency_key = NULL, idempotency_hash = NULL
  FROM due WHERE e.id = due.id
  RETURNING e.id, e.team_id, e.name, e.samples_drawn, e.stored_bytes, due.archived
), written AS (
  INSERT INTO audit (id, team_id, actor, action, subject, detail)
  SELECT _entries[row_number() OVER (ORDER BY m.id)], m.team_id, 'retention', 'evaluation.delete', m.id::text,
         jsonb_build_object('name', m.name, 'samples', m.samples_drawn, 'bytes', m.stored_bytes,
                            'kept', CASE WHEN m.archived THEN 'archivedDays' ELSE 'finishedDays' END)
  FROM marked m
)
SELECT count(*)::int FROM marked;`,
}

/** Rows that one step erases of samples: a fraction of a second. */
const ROWS_AT_ONCE = 2000

/**
 * Erases a portion of the evaluation that was deleted first, or what is left of it once no trial is. One that a worker
 * still holds a call of waits until the lease ends. Returns whether there was anything to erase.
 */
export async function eraseEvaluations(db: Db, rows = ROWS_AT_ONCE): Promise<boolean> {
  const [next] = await query<{ id: string }>(db, NEXT)
  if (next === undefined) return false
  const [step] = await query<{ erased: number }>(db, 'SELECT erase_trials($1, $2) AS erased', [next.id, rows])
  if ((step?.erased ?? 0) === 0) await query(db, 'SELECT erase_evaluation($1)', [next.id])
  return true
}

const NEXT = `
SELECT e.id FROM evaluation e
WHERE e.deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM call k WHERE k.evaluation_id = e.id AND k.live AND k.state = 'leased')
ORDER BY e.deleted_at LIMIT 1`

const REQUIRE_DELETED = requireThat(
  'EXISTS (SELECT 1 FROM evaluation e WHERE e.id = _id AND e.deleted_at IS NOT NULL)',
  'evaluation % is not deleted',
  '_id',
)

const deletes = (tables: readonly string[], where: string) =>
  tables.map((table) => `${table}_rows AS (DELETE FROM ${table} WHERE ${where})`).join(', ')

const OF_TRIAL = ['regraded_sample', 'sample_body', 'regrade_flip', 'standing', 'verdict', 'sample', 'call']

/**
 * Erases trials of a deleted evaluation with all their rows, and samples per second: up to so many rows of samples, one
 * trial at least. References are checked when the statement ends. Returns how many trials and seconds it erased.
 */
export const ERASE_TRIALS: DatabaseFunction = {
  name: 'erase_trials',
  takes: '_id uuid, _most integer',
  returns: 'TABLE (erased integer)',
  does: `${REQUIRE_DELETED}
RETURN QUERY
WITH counted AS (
  SELECT id, sum(requested + 1) OVER (ORDER BY ordinal) - requested AS rows FROM (
    SELECT id, ordinal, requested FROM trial WHERE evaluation_id = _id ORDER BY ordinal LIMIT _most) t
), trials AS MATERIALIZED (
  SELECT id FROM counted WHERE rows <= _most
), ledger AS (
  DELETE FROM call_ledger WHERE call_id = ANY (ARRAY(
    SELECT id FROM call WHERE trial_id = ANY (ARRAY(SELECT id FROM trials))))
), ${deletes(OF_TRIAL, 'trial_id = ANY (ARRAY(SELECT id FROM trials))')}, trial_rows AS (
  DELETE FROM trial WHERE id = ANY (ARRAY(SELECT id FROM trials)) RETURNING 1
), seconds AS (
  DELETE FROM progress WHERE evaluation_id = _id AND at IN (
    SELECT at FROM progress WHERE evaluation_id = _id ORDER BY at LIMIT _most)
  RETURNING 1
)
SELECT ((SELECT count(*) FROM trial_rows) + (SELECT count(*) FROM seconds))::int;`,
}

const OF_EVALUATION = [
  'call',
  'call_ledger',
  'live_figures',
  'method_calls',
  'prefix_outcome',
  'ranking_order',
  'ranking',
  'regrade',
  'delivery',
  'evaluation_event',
]

/**
 * Erases a deleted evaluation that no trial is left of. Its texts no longer count as stored, and grades of answers go
 * with the last evaluation of their benchmark.
 */
export const ERASE_EVALUATION: DatabaseFunction = {
  name: 'erase_evaluation',
  takes: '_id uuid',
  returns: 'TABLE (bytes bigint)',
  does: `${REQUIRE_DELETED}
WITH ${deletes(OF_EVALUATION, 'evaluation_id = _id')}
DELETE FROM spending WHERE evaluation_id = _id;
RETURN QUERY
WITH grades AS (
  DELETE FROM answer_grade g USING evaluation e WHERE e.id = _id AND g.benchmark_id = e.benchmark_id
    AND NOT EXISTS (SELECT 1 FROM evaluation o WHERE o.benchmark_id = e.benchmark_id AND o.id <> _id)
), gone AS (
  DELETE FROM evaluation WHERE id = _id RETURNING team_id, stored_bytes
)
UPDATE storage s SET bytes = greatest(0, s.bytes - g.stored_bytes) FROM gone g WHERE s.team_id = g.team_id
RETURNING s.bytes;`,
}
