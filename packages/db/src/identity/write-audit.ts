import { newId } from '../new-id.js'
import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'

export interface NewAuditEntry {
  readonly team: TeamId | null
  readonly actor: string
  readonly action: string
  readonly subject: string | null
  readonly detail?: Readonly<Record<string, unknown>>
}

/** Writes down who did what; in the transaction that does it where there is one. */
export async function writeAudit(db: Db, entry: NewAuditEntry): Promise<void> {
  await query(db, `INSERT INTO audit (id, team_id, actor, action, subject, detail) VALUES ($1, $2, $3, $4, $5, $6)`, [
    newId(),
    entry.team,
    entry.actor,
    entry.action,
    entry.subject,
    JSON.stringify(entry.detail ?? {}),
  ])
}
