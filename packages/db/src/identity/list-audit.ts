import type { AuditEntry, AuditPage } from '@cges-fleet/core'
import { type Db, query } from '../store/query.js'

const PAGE = 100

type Row = Omit<AuditEntry, 'at' | 'lastAt'> & { readonly at: Date; readonly lastAt: Date }

const newest = (columns: string, table: string) =>
  `(SELECT ${columns} FROM ${table} WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT ${PAGE + 1})`
const ACTS = newest('id, at, at AS last_at, 1 AS times, team_id, actor, action, subject, detail', 'audit')
const REFUSALS = newest(
  `id, first_at, last_at, times, team_id, actor, action, subject,
   jsonb_build_object(CASE action WHEN 'access.denied' THEN 'needs' ELSE 'address' END, reason)`,
  'refusal',
)

/** Lists the audit log, newest first, a page at a time; the cursor is the last id of the previous page. */
export async function listAudit(db: Db, cursor: string | null): Promise<AuditPage> {
  const rows = await query<Row>(
    db,
    `SELECT a.id, a.at, a.last_at AS "lastAt", a.times, t.name AS team, a.actor, a.action, a.subject, a.detail
     FROM (${ACTS} UNION ALL ${REFUSALS}) a LEFT JOIN team t ON t.id = a.team_id
     ORDER BY a.id DESC LIMIT ${PAGE + 1}`,
    [cursor],
  )
  const entries = rows.slice(0, PAGE).map(({ at, lastAt, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}
