import { newId } from '../new-id.js'
import { AuditEntity } from '../entities/audit.js'
import type { Db } from '../store/query.js'
import type { TeamId } from '../team.js'

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
