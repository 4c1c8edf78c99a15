import type { DatabaseFunction } from './database-function.js'

/**
 * Applies retention: it alone deletes from the audit log, and nothing younger than thirty days. Returns the most rows it
 * deleted of a table, each time `_most` at the utmost; 0 while another process does the same. Ids are in the order of
 * time, so only the oldest rows are read; a bucket is full again long before an hour has passed.
 */
export const FORGET_EXPIRED: DatabaseFunction = {
  name: 'forget_expired',
  takes: '_audit_days integer, _refusal_days integer, _most integer',
  returns: 'TABLE (most integer)',
  does: `
IF pg_try_advisory_xact_lock(4207316) THEN
RETURN QUERY
WITH entries AS (
  DELETE FROM audit WHERE id IN (
    SELECT o.id FROM (SELECT a.id, a.at FROM audit a ORDER BY a.id LIMIT _most) o
    WHERE o.at < now() - make_interval(days => greatest(_audit_days, 31)))
  RETURNING 1
), refusals AS (
  DELETE FROM refusal WHERE id IN (
    SELECT o.id FROM (SELECT r.id, r.last_at FROM refusal r ORDER BY r.id LIMIT _most) o
    WHERE o.last_at < now() - make_interval(days => greatest(_refusal_days, 1)))
  RETURNING 1
), buckets AS (
  DELETE FROM request_bucket WHERE ctid = ANY (ARRAY(
    SELECT b.ctid FROM request_bucket b WHERE b.filled_at < now() - interval '1 hour' LIMIT _most))
  RETURNING 1
), sessions AS (
  DELETE FROM session WHERE token_hash IN (SELECT s.token_hash FROM session s WHERE s.expires_at < now() LIMIT _most)
  RETURNING 1
), workers AS (
  DELETE FROM worker WHERE id IN (
    SELECT w.id FROM worker w WHERE w.heartbeat_at < now() - interval '1 hour' LIMIT _most)
  RETURNING 1
)
SELECT greatest((SELECT count(*) FROM entries), (SELECT count(*) FROM refusals), (SELECT count(*) FROM buckets),
                (SELECT count(*) FROM sessions), (SELECT count(*) FROM workers))::int;
ELSE
RETURN QUERY
SELECT 0;
END IF;`,
}
