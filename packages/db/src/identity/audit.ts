import type { AuditEntry, AuditPage, AuditTopic } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { firstIdAt, newId, type TeamId } from '../ids.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { AuditEntity } from '../schema/identity.js'

const PAGE = 100

type Row = Omit<AuditEntry, 'at' | 'lastAt'> & { readonly at: Date; readonly lastAt: Date }

const newest = (columns: string, table: string) =>
  `(SELECT ${columns} FROM ${table}
    WHERE ($1::uuid IS NULL OR id < $1) AND ($2::text IS NULL OR lower(actor) = lower($2))
      AND ($3::text IS NULL OR split_part(action, '.', 1) = $3)
      AND ($4::uuid IS NULL OR id >= $4) AND ($5::uuid IS NULL OR id < $5)
    ORDER BY id DESC LIMIT ${PAGE + 1})`
const ACTS = newest('id, at, at AS last_at, 1 AS times, team_id, actor, action, subject, detail', 'audit')
const REFUSALS = newest(
  `id, first_at, last_at, times, team_id, actor, action, subject,
   jsonb_build_object(CASE action WHEN 'access.denied' THEN 'needs' ELSE 'address' END, reason)`,
  'refusal',
)

/** Which entries of the log are read: all unless given. */
export interface AuditWanted {
  /** The last id of the page before. */
  readonly cursor?: string | undefined
  /** A person's name, or a key's id. */
  readonly by?: string | undefined
  readonly about?: AuditTopic | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** Lists the audit log, newest first, a page at a time. */
export async function listAudit(db: Db, wanted: AuditWanted): Promise<AuditPage> {
  const { cursor = null, by = null, about = null, since, until } = wanted
  const rows = await query<Row>(
    db,
    `SELECT a.id, a.at, a.last_at AS "lastAt", a.times, t.name AS team, a.actor, k.name AS "keyName", a.action, a.subject, a.detail
     FROM (${ACTS} UNION ALL ${REFUSALS}) a LEFT JOIN team t ON t.id = a.team_id LEFT JOIN api_key k ON k.id = a.actor
     ORDER BY a.id DESC LIMIT ${PAGE + 1}`,
    [cursor, by, about, boundOf(since), boundOf(until)],
  )
  const entries = rows.slice(0, PAGE).map(({ at, lastAt, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** The least id that is made from an instant on. */
function boundOf(at: string | undefined): string | null {
  return at === undefined ? null : firstIdAt(Date.parse(at))
}

export interface NewAuditEntry {
  readonly team: TeamId | null
  readonly actor: string
  readonly action: string
  readonly subject: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes an audit entry; pass the transaction of the action, if there is one. */
export async function writeAudit(db: Db, entry: NewAuditEntry): Promise<void> {
  const { team, detail = {}, ...act } = entry
  await db.getRepository(AuditEntity).insert({ id: newId(), teamId: team, detail, ...act })
}

/** A request that was refused, and why. */
export interface NewRefusal {
  readonly team: TeamId | null
  readonly actor: string
  readonly action: 'access.denied' | 'access.refused'
  readonly subject: string | null
  /** For a denied caller the missing scope; for an unauthenticated one its address. */
  readonly reason: string
}

/** Rows per hour and action for each team, and for unknown callers; what exceeds them is counted in one more row. */
const ROWS_AN_HOUR = 1000
const OTHERS = 'others'

/** Counts a refusal in this hour's row for its caller, subject and reason, however often it is repeated. */
export async function writeRefusal(db: Db, { team, actor, action, subject, reason }: NewRefusal): Promise<void> {
  await query(db, WRITE, [newId(), team, actor, action, subject, reason])
}

const SAME = `r.hour = date_trunc('hour', now()) AND r.actor = $3 AND r.action = $4 AND r.reason = $6
  AND r.subject IS NOT DISTINCT FROM $5 AND r.team_id IS NOT DISTINCT FROM $2::uuid`
const OF_THIS_HOUR = `
  SELECT 1 FROM refusal WHERE hour = date_trunc('hour', now()) AND action = $4 AND (team_id = $2::uuid OR ($2::uuid IS NULL AND team_id IS NULL))
  LIMIT ${ROWS_AN_HOUR}`

const WRITE = `
WITH counted AS (
  UPDATE refusal r SET times = least(r.times, 2147483646) + 1, last_at = now() WHERE ${SAME} RETURNING 1
), room AS (
  SELECT count(*) < ${ROWS_AN_HOUR} AS left FROM (${OF_THIS_HOUR}) x WHERE NOT EXISTS (SELECT FROM counted)
)
INSERT INTO refusal AS r (id, team_id, actor, action, subject, reason)
SELECT $1::uuid, $2::uuid, CASE WHEN w.left THEN $3 ELSE '${OTHERS}' END, $4, CASE WHEN w.left THEN $5 END,
       CASE WHEN w.left THEN $6 ELSE '${OTHERS}' END
FROM room w WHERE NOT EXISTS (SELECT FROM counted)
ON CONFLICT ON CONSTRAINT refusal_once_an_hour
DO UPDATE SET times = least(r.times, 2147483646) + 1, last_at = now()`

/** Retention in days. */
export interface Retention {
  /** Of the audit log; at least 31. */
  readonly auditDays: number
  readonly refusalDays: number
}

const ROWS_AT_ONCE = 5000

/** How long a test of a webhook is kept; a team's newest alone, besides. */
const WEBHOOK_TEST_DAYS = 30

/**
 * Deletes what is past its retention: audit entries, refusals, refilled buckets, ended sessions and share links, tests of
 * webhooks, ended reservations, and workers that disappeared an hour ago. Returns whether there may be more: it deletes a few thousand rows of each at a time, so that
 * the sweep is never held up.
 */
export async function forgetExpired(db: Db, { auditDays, refusalDays }: Retention): Promise<boolean> {
  const rows = await query<{ most: number }>(db, 'SELECT forget_expired($1, $2, $3) AS most', [
    auditDays,
    refusalDays,
    ROWS_AT_ONCE,
  ])
  return (rows[0]?.most ?? 0) >= ROWS_AT_ONCE
}

/**
 * Applies retention: it alone deletes from the audit log, and nothing younger than thirty days. Returns the most rows it
 * deleted of a table, each time `_most` at the utmost; 0 while another process does the same. The log loses the beginning
 * of its chain and never its newest entry, which the next is chained to. Ids are in the order of time, so only the oldest rows are read; a bucket is full again long before an hour has passed.
 */
export const FORGET_EXPIRED: DatabaseFunction = {
  name: 'forget_expired',
  takes: '_audit_days integer, _refusal_days integer, _most integer',
  returns: 'TABLE (most integer)',
  does: `
IF pg_try_advisory_xact_lock(4207316) THEN
RETURN QUERY
WITH old AS MATERIALIZED (
  SELECT s.place, s.entry,
         bool_and(coalesce(a.at < now() - make_interval(days => greatest(_audit_days, 31)), true)) OVER (ORDER BY s.place) AS is_old
  FROM (SELECT x.place, x.entry FROM audit_seal x WHERE x.place < (SELECT max(y.place) FROM audit_seal y)
        ORDER BY x.place LIMIT _most) s
  LEFT JOIN audit a ON a.id = s.entry
), entries AS (
  DELETE FROM audit WHERE id IN (SELECT o.entry FROM old o WHERE o.is_old)
  RETURNING 1
), seals AS (
  DELETE FROM audit_seal WHERE place IN (SELECT o.place FROM old o WHERE o.is_old)
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
), used AS (
  DELETE FROM used_once WHERE hash IN (SELECT u.hash FROM used_once u WHERE u.expires_at < now() LIMIT _most)
  RETURNING 1
), links AS (
  DELETE FROM share_link WHERE id IN (
    SELECT l.id FROM share_link l
    WHERE least(l.expires_at, l.revoked_at) < now() - make_interval(days => greatest(_audit_days, 31)) LIMIT _most)
  RETURNING 1
), tests AS (
  DELETE FROM webhook_test WHERE id IN (
    SELECT x.id FROM webhook_test x WHERE x.made_at < now() - interval '${WEBHOOK_TEST_DAYS} days' LIMIT _most)
  RETURNING 1
), reservations AS (
  DELETE FROM reservation WHERE id IN (
    SELECT v.id FROM reservation v WHERE v.ends_at < now() - interval '1 day' LIMIT _most)
), workers AS (
  DELETE FROM worker WHERE id IN (
    SELECT w.id FROM worker w WHERE w.heartbeat_at < now() - interval '1 hour' LIMIT _most)
  RETURNING 1
)
SELECT greatest((SELECT count(*) FROM entries), (SELECT count(*) FROM refusals), (SELECT count(*) FROM buckets),
                (SELECT count(*) FROM sessions), (SELECT count(*) FROM links), (SELECT count(*) FROM workers),
                (SELECT count(*) FROM used), (SELECT count(*) FROM tests))::int;
ELSE
RETURN QUERY
SELECT 0;
END IF;`,
}
