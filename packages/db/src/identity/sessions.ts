import type { Role, Scope } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { ApiKeyEntity, SessionEntity } from '../schema/identity.js'
import { KEY_ROLE } from './keys.js'
import type { KnownPerson } from './people.js'
import { acceptedHashes, type KeyText, newSecret, type Pepper, sameHash, secretHash } from './secrets.js'
import { writeAudit } from './audit.js'

/** How long a browser stays signed in. */
export const SESSION_HOURS = 12

/** How long a browser stays signed in that asks for nothing. */
const IDLE_HOURS = 2

/** Sessions one key or person may have; one more ends the oldest. */
const MOST_SESSIONS = 100

/** When a session ends that starts now. */
export const IN_HOURS = `now() + interval '${SESSION_HOURS} hours'`

/** Creates a session for a key's holder; the token goes into the browser's cookie. Clears expired sessions away. */
export async function startSession(
  db: Database,
  { key, team }: { readonly key: NonNullable<Holder['key']>; readonly team: TeamId },
  pepper: Pepper,
): Promise<string> {
  const token = newSecret()
  await db.transaction(async (tx) => {
    await makeRoom(tx, { keyId: key.id })
    const tokenHash = secretHash(pepper, token)
    await tx.getRepository(SessionEntity).insert({ tokenHash, teamId: team, keyId: key.id, expiresAt: () => IN_HOURS })
    await writeAudit(tx, { team, actor: key.id, action: 'session.start', subject: null })
  })
  return token
}

/** Makes room for one more session of a key or a person. */
export async function makeRoom(
  tx: Db,
  { keyId = null, personId = null }: { readonly keyId?: string | null; readonly personId?: string | null },
): Promise<void> {
  await query(tx, `DELETE FROM session WHERE expires_at < now()`)
  await query(tx, END_OLDEST, [keyId, personId])
}

const END_OLDEST = `
DELETE FROM session WHERE token_hash IN (
  SELECT token_hash FROM session WHERE key_id = $1 OR person_id = $2::uuid
  ORDER BY created_at DESC OFFSET ${MOST_SESSIONS - 1})`

/** Ends a browser's session. */
export async function endSession(db: Database, token: string, pepper: Pepper): Promise<void> {
  for (const tokenHash of acceptedHashes(pepper, token)) await db.getRepository(SessionEntity).delete({ tokenHash })
}

/** Who holds an active key or session. */
export interface Holder {
  /** Null for a person's session. */
  readonly key: { readonly id: string; readonly name: string } | null
  /** The person signed in, or whose own key it is. */
  readonly person: KnownPerson | null
  readonly team: TeamId
  readonly role: Role
  readonly scopes: readonly Scope[] | null
  /** The role that a key's person has; the key may no more than that. Null for a program's key. */
  readonly within: Role | null
  /** The session of a person, by the hash of its token. */
  readonly session: Buffer | null
  /** Whether the provider is to be asked about the person before they are let in. */
  readonly isDue: boolean
}

interface HolderRow {
  readonly keyId: string | null
  readonly keyName: string | null
  readonly personId: string | null
  readonly personName: string | null
  readonly team: TeamId
  readonly role: Role
  readonly scopes: readonly Scope[] | null
  readonly within: Role | null
  readonly unseen: boolean
}

/** How long a person's own keys work after the provider last confirmed who they are. */
export const PERSONAL_KEY_DAYS = 30

const KEY_COLUMNS = `
k.id AS "keyId", k.name AS "keyName", p.id AS "personId", p.name AS "personName", k.team_id AS team, ${KEY_ROLE},
k.scopes, m.role AS within, coalesce(k.last_used_at < now() - interval '1 minute', true) AS unseen`
const KEYS = `api_key k LEFT JOIN person p ON p.id = k.person_id
LEFT JOIN membership m ON m.person_id = k.person_id AND m.team_id = k.team_id AND m.ended_at IS NULL`
const WORKS = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
AND (k.person_id IS NULL OR (p.ended_at IS NULL AND m.role IS NOT NULL
  AND p.confirmed_at > now() - interval '${PERSONAL_KEY_DAYS} days'))`

const PEOPLE = `person p JOIN membership m ON m.person_id = p.id AND m.ended_at IS NULL`
/** Sessions `s` that time has not ended. */
export const LIVE = `s.expires_at > now() AND s.seen_at > now() - interval '${IDLE_HOURS} hours'`

/** Compared against when the id is unknown, so that the check takes as long as with a wrong secret. */
const NOBODY = Buffer.alloc(32)

/** Finds the holder of a key; null if the key is unknown or expired, or its secret is wrong. */
export async function findKeyHolder(db: Db, key: KeyText, pepper: Pepper): Promise<Holder | null> {
  const rows = await query<HolderRow & { readonly secretHash: Buffer }>(
    db,
    `SELECT ${KEY_COLUMNS}, k.secret_hash AS "secretHash" FROM ${KEYS} WHERE k.id = $1 AND ${WORKS}`,
    [key.id],
  )
  const [row] = rows
  const same = acceptedHashes(pepper, key.secret).map((hash) => sameHash(row?.secretHash ?? NOBODY, hash))
  return same.includes(true) && row !== undefined ? keyHolder(db, row) : null
}

/** How often a provider is asked of a session: with the time an answer may take, less than a minute. */
const ASK_SECONDS = 40

/** Sessions `s` whose provider has not been asked for a while, and can be. */
export const DUE = `(s.sealed_tokens IS NOT NULL AND s.asked_at < now() - interval '${ASK_SECONDS} seconds')`

const OF_SESSION = `
SELECT ${KEY_COLUMNS}, s.token_hash AS hash, s.seen_at < now() - interval '1 minute' AS "unseenSession", false AS "isDue"
FROM session s JOIN (${KEYS}) ON s.key_id = k.id WHERE s.token_hash = ANY ($1::bytea[]) AND ${LIVE} AND ${WORKS}
UNION ALL
SELECT NULL, NULL, p.id, p.name, s.team_id, m.role, NULL, NULL, false, s.token_hash, s.seen_at < now() - interval '1 minute',
  ${DUE}
FROM session s JOIN (${PEOPLE}) ON p.id = s.person_id AND m.team_id = s.team_id
WHERE s.token_hash = ANY ($1::bytea[]) AND ${LIVE} AND p.ended_at IS NULL`

interface SessionHolderRow extends HolderRow {
  readonly hash: Buffer
  readonly unseenSession: boolean
  readonly isDue: boolean
}

/** Finds the holder of a session by its token; null if the session has ended, or its key or membership has. */
export async function findSessionHolder(db: Db, token: string, pepper: Pepper): Promise<Holder | null> {
  const [row] = await query<SessionHolderRow>(db, OF_SESSION, [acceptedHashes(pepper, token)])
  if (row === undefined) return null
  const { hash } = row
  if (row.unseenSession) await db.getRepository(SessionEntity).update({ tokenHash: hash }, { seenAt: () => 'now()' })
  if (row.keyId !== null) return keyHolder(db, row)
  return { ...holder(row), session: hash, isDue: row.isDue }
}

/** Returns which of some keys are still active, to end streams whose key was revoked. */
export async function workingKeys(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(db, `SELECT k.id FROM ${KEYS} WHERE k.id = ANY ($1) AND ${WORKS}`, [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of some people's sessions are live, and counts them as used: a page that only listens is in use. */
export async function workingSessions(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await query<{ hash: string }>(db, STILL_LIVE, [hashes])
  return new Set(rows.map(({ hash }) => hash))
}

const STILL_LIVE = `
UPDATE session u SET seen_at = CASE WHEN u.seen_at < now() - interval '1 minute' THEN now() ELSE u.seen_at END
FROM session s JOIN (${PEOPLE}) ON p.id = s.person_id AND m.team_id = s.team_id
WHERE s.token_hash = ANY ($1::bytea[]) AND ${LIVE} AND p.ended_at IS NULL AND u.token_hash = s.token_hash
RETURNING encode(u.token_hash, 'hex') AS hash`

/** `last_used_at` is kept to the minute, so that not every request writes. */
async function keyHolder(db: Db, row: HolderRow): Promise<Holder> {
  const found = holder(row)
  if (row.unseen && found.key !== null) {
    await db.getRepository(ApiKeyEntity).update({ id: found.key.id }, { lastUsedAt: () => 'now()' })
  }
  return found
}

function holder({ keyId, keyName, personId, personName, team, role, scopes, within }: HolderRow): Holder {
  return {
    key: keyId === null || keyName === null ? null : { id: keyId, name: keyName },
    person: personId === null || personName === null ? null : { id: personId, name: personName },
    team,
    role,
    scopes,
    within,
    session: null,
    isDue: false,
  }
}
