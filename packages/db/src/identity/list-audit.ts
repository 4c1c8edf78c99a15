import type { AuditEntry, AuditPage } from '@cges-fleet/core'
import { type Db, query } from '../store/query.js'

const PAGE = 100

/** Lists what was done, newest first, a page at a time; the cursor is the last id of the page before. */
export async function listAudit(db: Db, cursor: string | null): Promise<AuditPage> {
  const rows = await query<Omit<AuditEntry, 'at'> & { at: Date }>(
    db,
    `SELECT a.id, a.at, t.name AS team, a.actor, a.action, a.subject, a.detail
     FROM audit a LEFT JOIN team t ON t.id = a.team_id
     WHERE $1::uuid IS NULL OR a.id < $1 ORDER BY a.id DESC LIMIT ${PAGE + 1}`,
    [cursor],
  )
  const entries = rows.slice(0, PAGE).map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }))
  return { entries, next: rows.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}
