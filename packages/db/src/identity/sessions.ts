import type { Role, Scope } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { ApiKeyEntity, SessionEntity } from '../schema/identity.js'
import { KEY_ROLE } from './keys.js'
import { type KeyText, newSecret, type Pepper, sameHash, secretHash } from './secrets.js'
import { writeAudit } from './audit.js'

/** How long a browser stays signed in. */
export const SESSION_HOURS = 12

/** Sessions one key may have; one more ends the oldest. */
const SESSIONS_OF_A_KEY = 100

/** Creates a session for a key's holder; the token goes into the browser's cookie. Clears expired sessions away. */
export async function startSession(
  db: Database,
  { keyId, team }: Pick<KeyHolder, 'keyId' | 'team'>,
  pepper: Pepper,
): Promise<string> {
  const token = newSecret()
  await db.transaction(async (tx) => {
    await query(tx, `DELETE FROM session WHERE expires_at < now()`)
    await query(tx, END_OLDEST, [keyId])
    const tokenHash = secretHash(pepper, token)
    await tx.getRepository(SessionEntity).insert({ tokenHash, teamId: team, keyId, expiresAt: inHours })
    await writeAudit(tx, { team, actor: keyId, action: 'session.start', subject: null })
  })
  return token
}

const END_OLDEST = `
DELETE FROM session WHERE token_hash IN (
  SELECT token_hash FROM session WHERE key_id = $1 ORDER BY created_at DESC OFFSET ${SESSIONS_OF_A_KEY - 1})`

/** Ends a browser's session. */
export async function endSession(db: Database, token: string, pepper: Pepper): Promise<void> {
  await db.getRepository(SessionEntity).delete({ tokenHash: secretHash(pepper, token) })
}

const inHours = () => `now() + interval '${SESSION_HOURS} hours'`

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
