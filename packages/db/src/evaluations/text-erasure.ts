import { type Db, query } from '../connection/query.js'
import { newId } from '../ids.js'
import { type DatabaseFunction, requireThat } from '../schema/database-function.js'

/** Evaluations that one call marks at most. */
const EXPIRED_AT_ONCE = 100

/**
 * Marks evaluations whose texts their teams keep no longer, with an entry of the audit log for each. Returns whether
 * there may be more.
 */
export async function expireTexts(db: Db): Promise<boolean> {
  const entries = Array.from({ length: EXPIRED_AT_ONCE }, newId)
  const [row] = await query<{ expired: number }>(db, 'SELECT expire_texts($1) AS expired', [entries])
  return (row?.expired ?? 0) === EXPIRED_AT_ONCE
}

/** One that was extended since its texts were deleted has new ones, which are due after its new end. */
export const EXPIRE_TEXTS: DatabaseFunction = {
  name: 'expire_texts',
  takes: '_entries uuid[]',
  returns: 'TABLE (expired integer)',
  does: `
RETURN QUERY
WITH due AS (
  SELECT e.id FROM team t JOIN evaluation e ON e.team_id = t.id
  WHERE t.keep_texts_days IS NOT NULL AND e.deleted_at IS NULL AND e.texts_erased_to IS NULL AND e.stored_bytes > 0
    AND e.finished_at < now() - make_interval(days => t.keep_texts_days)
    AND (e.texts_deleted_at IS NULL OR e.texts_deleted_at < e.finished_at)
  ORDER BY e.id LIMIT cardinality(_entries) FOR NO KEY UPDATE OF e SKIP LOCKED
), marked AS (
  UPDATE evaluation e SET texts_deleted_at = now(), texts_erased_to = 0, version = e.version + 1
  FROM due WHERE e.id = due.id
  RETURNING e.id, e.team_id, e.name, e.stored_bytes
), written AS (
  INSERT INTO audit (id, team_id, actor, action, subject, detail)
  SELECT _entries[row_number() OVER (ORDER BY m.id)], m.team_id, 'retention', 'evaluation.delete-texts', m.id::text,
         jsonb_build_object('name', m.name, 'bytes', m.stored_bytes, 'kept', 'textsDays')
  FROM marked m
)
SELECT count(*)::int FROM marked;`,
}

/** Rows that one step erases: a fraction of a second. */
const ROWS_AT_ONCE = 2000

/**
 * Erases a portion of the texts of the evaluation that was marked first. Returns whether there was anything left to
 * look at.
 */
export async function eraseTexts(db: Db, rows = ROWS_AT_ONCE): Promise<boolean> {
  const [next] = await query<{ id: string }>(db, NEXT)
  if (next === undefined) return false
  await query(db, 'SELECT erase_texts($1, $2)', [next.id, rows])
  return true
}

const NEXT = `
SELECT id FROM evaluation WHERE texts_erased_to IS NOT NULL AND deleted_at IS NULL ORDER BY texts_deleted_at LIMIT 1`

/**
 * Erases the texts of some trials of a marked evaluation, up to so many rows, one trial at least, and frees what they
 * took. Texts that landed after it was marked stay: it has been extended.
 */
export const ERASE_TEXTS: DatabaseFunction = {
  name: 'erase_texts',
  takes: '_id uuid, _most integer',
  returns: 'TABLE (bytes bigint)',
  does: `${requireThat(
    'EXISTS (SELECT 1 FROM evaluation e WHERE e.id = _id AND e.texts_erased_to IS NOT NULL)',
    'the texts of evaluation % are kept',
    '_id',
  )}
RETURN QUERY
WITH counted AS (
  SELECT id, ordinal, sum(requested + 1) OVER (ORDER BY ordinal) - requested AS rows FROM (
    SELECT id, ordinal, requested FROM trial WHERE evaluation_id = _id
      AND ordinal >= (SELECT texts_erased_to FROM evaluation WHERE id = _id) ORDER BY ordinal LIMIT _most) t
), trials AS MATERIALIZED (
  SELECT id, ordinal FROM counted WHERE rows <= _most
), erased AS (
  DELETE FROM sample_body b USING sample s, evaluation e
  WHERE b.trial_id = ANY (ARRAY(SELECT id FROM trials)) AND s.trial_id = b.trial_id AND s.index = b.index
    AND e.id = _id AND s.landed_at <= e.texts_deleted_at
  RETURNING octet_length(b.text) + coalesce(octet_length(b.reasoning), 0) + coalesce(octet_length(b.token_ids), 0)
            + coalesce(octet_length(b.logprobs), 0) AS bytes
), freed AS (
  UPDATE evaluation e
  SET texts_erased_to = (SELECT max(ordinal) + 1 FROM trials),
      stored_bytes = greatest(0, e.stored_bytes - (SELECT coalesce(sum(d.bytes), 0) FROM erased d))
  WHERE e.id = _id RETURNING e.team_id
)
UPDATE storage s SET bytes = greatest(0, s.bytes - (SELECT coalesce(sum(d.bytes), 0) FROM erased d)) FROM freed f
WHERE s.team_id = f.team_id
RETURNING s.bytes;`,
}
