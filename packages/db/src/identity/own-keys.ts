import type { IssuedKey, KeyView } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { createKey, keyView, type KeyRow, type KeyToIssue, revokeKey, SELECT_KEY } from './keys.js'
import type { KnownPerson } from './people.js'
import type { Pepper } from './secrets.js'

/** Keys of one's own that a person may have at once, over all their teams. */
export const MOST_OWN_KEYS = 20

const WORKING = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

/** A person in one of their teams. */
export interface PersonInTeam {
  readonly person: KnownPerson
  readonly team: TeamId
}

/** Lists a person's own keys in a team, newest first; of those that ended the latest. */
export async function listOwnKeys(db: Db, { person, team }: PersonInTeam): Promise<KeyView[]> {
  const rows = await query<KeyRow>(
    db,
    `${SELECT_KEY} WHERE k.person_id = $1 AND k.team_id = $2
     ORDER BY (${WORKING}) DESC, k.created_at DESC, k.id LIMIT ${2 * MOST_OWN_KEYS}`,
    [person.id, team],
  )
  return rows.map(keyView)
}

/** Makes a person's own key, which ends with them; null if they have as many as they may. */
export async function createOwnKey(
  db: Database,
  key: KeyToIssue & { readonly person: KnownPerson },
  pepper: Pepper,
): Promise<IssuedKey | null> {
  return db.transaction(async (tx) => {
    await query(tx, `SELECT 1 AS one FROM person WHERE id = $1 FOR UPDATE`, [key.person.id])
    const [row] = await query<{ held: number }>(
      tx,
      `SELECT count(*)::int AS held FROM api_key k WHERE k.person_id = $1 AND ${WORKING}`,
      [key.person.id],
    )
    if ((row?.held ?? 0) >= MOST_OWN_KEYS) return null
    return createKey(tx, key, { actor: key.person.name, pepper })
  })
}

/** Ends a person's own key; null if it is not theirs. */
export async function revokeOwnKey(db: Database, id: string, { person, team }: PersonInTeam): Promise<KeyView | null> {
  const own = await query<{ one: number }>(
    db,
    `SELECT 1 AS one FROM api_key WHERE id = $1 AND person_id = $2 AND team_id = $3`,
    [id, person.id, team],
  )
  return own.length === 0 ? null : revokeKey(db, id, person.name)
}
