import type { KeyView } from '@cges-fleet/core'
import { ApiKeyEntity } from '../entities/api-key.js'
import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'
import { type KeyRow, keyView, SELECT_KEY } from './key-row.js'

/** Lists a team's keys, newest first. */
export async function listKeys(db: Db, team: TeamId): Promise<KeyView[]> {
  const rows = await query<KeyRow>(db, `${SELECT_KEY} WHERE k.team_id = $1 ORDER BY k.created_at DESC, k.id`, [team])
  return rows.map(keyView)
}

/** Returns whether any key was ever created: from then on a fleet must not run without sign-in. */
export function hasKeys(db: Db): Promise<boolean> {
  return db.getRepository(ApiKeyEntity).exists()
}
