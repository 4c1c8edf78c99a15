import type { Role, Scope } from '@cges-fleet/core'
import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'
import { KEY_ROLE } from './key-row.js'
import type { KeyText } from './key-text.js'
import { type Pepper, sameHash, secretHash } from './secret-hash.js'

/** Whose a working key is. */
export interface KeyHolder {
  readonly keyId: string
  readonly keyName: string
  readonly team: TeamId
  readonly role: Role
  readonly scopes: readonly Scope[] | null
}

interface HolderRow extends KeyHolder {
  readonly secretHash: Buffer
  readonly unseen: boolean
}

const HOLDER = `
SELECT k.id AS "keyId", k.name AS "keyName", k.team_id AS team, ${KEY_ROLE}, k.scopes, k.secret_hash AS "secretHash",
       coalesce(k.last_used_at < now() - interval '1 minute', true) AS unseen
FROM api_key k`
const WORKS = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

/** What an unknown id is compared with, so that it takes as long as a wrong secret. */
const NOBODY = Buffer.alloc(32)

/** Finds whose key this is; null where there is none, it has ended, or the secret is not its own. */
export async function findKeyHolder(db: Db, key: KeyText, pepper: Pepper): Promise<KeyHolder | null> {
  const rows = await query<HolderRow>(db, `${HOLDER} WHERE k.id = $1 AND ${WORKS}`, [key.id])
  const same = sameHash(rows[0]?.secretHash ?? NOBODY, secretHash(pepper, key.secret))
  return same ? holder(db, rows[0]) : null
}

/** Finds whose session this is, by its token; null where it has ended or its key has. */
export async function findSessionHolder(db: Db, token: string, pepper: Pepper): Promise<KeyHolder | null> {
  const rows = await query<HolderRow>(
    db,
    `${HOLDER} JOIN session s ON s.key_id = k.id AND s.expires_at > now() WHERE s.token_hash = $1 AND ${WORKS}`,
    [secretHash(pepper, token)],
  )
  return holder(db, rows[0])
}

/** Of some keys lists those that still work, for streams that outlive their first look. */
export async function workingKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(db, `SELECT k.id FROM api_key k WHERE k.id = ANY ($1) AND ${WORKS}`, [ids])
  return new Set(rows.map(({ id }) => id))
}

/** When a key was last used is kept to the minute: not every request writes. */
async function holder(db: Db, row: HolderRow | undefined): Promise<KeyHolder | null> {
  if (row === undefined) return null
  const { secretHash: _hash, unseen, ...found } = row
  if (unseen) await query(db, `UPDATE api_key SET last_used_at = now() WHERE id = $1`, [found.keyId])
  return found
}
