import type { KeyView } from '@cges-fleet/core'
import { SessionEntity } from '../entities/session.js'
import { type Database, query } from '../store/query.js'
import { asTeamId } from '../team.js'
import { type KeyRow, keyView, SELECT_KEY } from './key-row.js'
import { writeAudit } from './write-audit.js'

/** Revokes a key with all its sessions, and audits who did. Null if there is no such key. */
export async function revokeKey(db: Database, id: string, actor: string): Promise<KeyView | null> {
  return db.transaction(async (tx) => {
    const revoked = await query<{ team: string }>(
      tx,
      `UPDATE api_key SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING team_id AS team`,
      [id],
    )
    await tx.getRepository(SessionEntity).delete({ keyId: id })
    for (const { team } of revoked) {
      await writeAudit(tx, { team: asTeamId(team), actor, action: 'key.revoke', subject: id })
    }
    const rows = await query<KeyRow>(tx, `${SELECT_KEY} WHERE k.id = $1`, [id])
    return rows[0] === undefined ? null : keyView(rows[0])
  })
}
