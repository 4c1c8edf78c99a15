import type { Role, Scope } from '@cges-fleet/core'
import { ApiKeyEntity } from '../entities/api-key.js'
import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'
import { KEY_ROLE } from './key-row.js'
import type { KeyText } from './key-text.js'
import { type Pepper, sameHash, secretHash } from './secret-hash.js'

/** The holder of an active key. */
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

/** Compared against when the id is unknown, so that the check takes as long as with a wrong secret. */
const NOBODY = Buffer.alloc(32)

/** Finds the holder of a key; null if the key is unknown or expired, or its secret is wrong. */
export async function findKeyHolder(db: Db, key: KeyText, pepper: Pepper): Promise<KeyHolder | null> {
  const rows = await query<HolderRow>(db, `${HOLDER} WHERE k.id = $1 AND ${WORKS}`, [key.id])
  const same = sameHash(rows[0]?.secretHash ?? NOBODY, secretHash(pepper, key.secret))
  return same ? holder(db, rows[0]) : null
}

/** Finds the holder of a session by its token; null if the session or its key has expired. */
export async function findSessionHolder(db: Db, token: string, pepper: Pepper): Promise<KeyHolder | null> {
  const rows = await query<HolderRow>(
    db,
    `${HOLDER} JOIN session s ON s.key_id = k.id AND s.expires_at > now() WHERE s.token_hash = $1 AND ${WORKS}`,
    [secretHash(pepper, token)],
  )
  return holder(db, rows[0])
}

/** Returns which of some keys are still active, to end streams whose key was revoked. */
export async function workingKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(db, `SELECT k.id FROM api_key k WHERE k.id = ANY ($1) AND ${WORKS}`, [ids])
  return new Set(rows.map(({ id }) => id))
}

/** `last_used_at` is kept to the minute, so that not every request writes. */
async function holder(db: Db, row: HolderRow | undefined): Promise<KeyHolder | null> {
  if (row === undefined) return null
  const { secretHash: _hash, unseen, ...found } = row
  if (unseen) await db.getRepository(ApiKeyEntity).update({ id: found.keyId }, { lastUsedAt: () => 'now()' })
  return found
}
