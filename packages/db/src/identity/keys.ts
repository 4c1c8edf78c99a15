import type { IssuedKey, KeyView, Role, Scope } from '@cges-fleet/core'
import { type Database, type Db, query } from '../connection/query.js'
import { asTeamId, type TeamId } from '../ids.js'
import { ApiKeyEntity, SessionEntity } from '../schema/identity.js'
import type { KnownPerson } from './people.js'
import { acceptedHashes, type KeyText, newKeyText, type Pepper, pepperMark, secretHash, writeKey } from './secrets.js'
import { writeAudit } from './audit.js'

type Instants = 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'

export type KeyRow = Omit<KeyView, Instants> & {
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** The role of key `k`: fleet administrators are flagged in a column of their own. */
export const KEY_ROLE = `CASE WHEN k.fleet THEN 'fleet-admin' ELSE k.role END AS role`

/** Selects the public fields of a key `k`, without the hash of its secret. */
export const SELECT_KEY = `
SELECT k.id, t.name AS team, k.name, ${KEY_ROLE}, k.scopes, k.created_by AS "createdBy", k.created_at AS "createdAt",
       k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.revoked_at AS "revokedAt",
       k.replaced_by AS "replacedBy", p.name AS person,
       CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS state
FROM api_key k JOIN team t ON t.id = k.team_id LEFT JOIN person p ON p.id = k.person_id`

/** Turns a row into the key the API shows. */
export function keyView(row: KeyRow): KeyView {
  const { createdAt, expiresAt, lastUsedAt, revokedAt, ...rest } = row
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}

export interface KeyToIssue {
  readonly team: TeamId
  readonly name: string
  readonly role: Role
  readonly scopes: readonly Scope[] | null
  readonly expiresAt: string | null
  /** Whose own key it is; a program's unless given. */
  readonly person?: KnownPerson
}

/** Who issues keys, and the pepper their secrets are hashed with. */
export interface Issuer {
  readonly actor: string
  readonly pepper: Pepper
}

/**
 * Creates a key and audits who did; `text` is what its holder was given already, such as a secret of the cluster. The
 * result holds its secret, which cannot be shown again.
 */
export async function createKey(
  db: Database,
  key: KeyToIssue,
  issuer: Issuer,
  text: KeyText = newKeyText(),
): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    const issued = await insertKey(tx, key, issuer, text)
    const { name, role, scopes, expiresAt, person } = key
    const detail = { name, role, scopes, expiresAt, ...(person && { person: person.name }) }
    await writeAudit(tx, { team: key.team, actor: issuer.actor, action: 'key.create', subject: issued.id, detail })
    return issued
  })
}

/**
 * Replaces a key by a new one with the same rights; the old one keeps working for the overlap, or until it would have
 * expired. Null if there is no such active key.
 */
export async function rotateKey(
  db: Database,
  id: string,
  overlapHours: number,
  issuer: Issuer,
): Promise<IssuedKey | null> {
  return db.transaction(async (tx) => {
    const rows = await query<KeyToIssue>(tx, LOCK_KEY, [id])
    const old = rows[0]
    if (old === undefined) return null
    const issued = await insertKey(tx, old, issuer, newKeyText())
    await query(
      tx,
      `UPDATE api_key SET replaced_by = $2, expires_at = least(expires_at, now() + $3 * interval '1 hour') WHERE id = $1`,
      [id, issued.id, overlapHours],
    )
    const detail = { replacedBy: issued.id, overlapHours }
    await writeAudit(tx, { team: old.team, actor: issuer.actor, action: 'key.rotate', subject: id, detail })
    return issued
  })
}

/** The new key gets the lifetime the old one was created with. A person's own key is nobody else's to renew. */
const LOCK_KEY = `
SELECT k.team_id AS team, k.name, ${KEY_ROLE}, k.scopes, (now() + (k.expires_at - k.created_at))::text AS "expiresAt"
FROM api_key k WHERE k.id = $1 AND k.person_id IS NULL AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) FOR UPDATE`

async function insertKey(tx: Db, key: KeyToIssue, { actor, pepper }: Issuer, text: KeyText): Promise<IssuedKey> {
  const { team: teamId, name, scopes, expiresAt } = key
  await tx.getRepository(ApiKeyEntity).insert({
    id: text.id,
    teamId,
    name,
    scopes,
    ...(key.role === 'fleet-admin' ? { role: 'admin', fleet: true } : { role: key.role }),
    secretHash: secretHash(pepper, text.secret),
    pepper: pepperMark(pepper.current),
    createdBy: actor,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    personId: key.person?.id ?? null,
  })
  const view = await findKey(tx, text.id)
  if (view === null) throw new Error('a key just made is not there')
  return { ...view, key: writeKey(text) }
}

/** Finds a key by its id; null if there is none. */
export async function findKey(db: Db, id: string): Promise<KeyView | null> {
  const rows = await query<KeyRow>(db, `${SELECT_KEY} WHERE k.id = $1`, [id])
  return rows[0] === undefined ? null : keyView(rows[0])
}

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

/** Lists the keys of a team, or, for null, of every team that the view shows; newest first. */
export async function listKeys(db: Db, team: TeamId | null): Promise<KeyView[]> {
  const rows = await query<KeyRow>(
    db,
    `${SELECT_KEY} WHERE $1::uuid IS NULL OR k.team_id = $1 ORDER BY k.created_at DESC, k.id`,
    [team],
  )
  return rows.map(keyView)
}

/** Returns whether any key was ever created: from then on a fleet must not run without sign-in. */
export function hasKeys(db: Db): Promise<boolean> {
  return db.getRepository(ApiKeyEntity).exists()
}

/** Stores the present pepper's hash of a key that was just used with the accepted one's, if it was. */
export async function renewHash(db: Db, { id, secret }: KeyText, pepper: Pepper): Promise<void> {
  const [hash, other] = acceptedHashes(pepper, secret)
  if (other === undefined) return
  await query(db, `UPDATE api_key SET secret_hash = $3, pepper = $4 WHERE id = $1 AND secret_hash = $2`, [
    id,
    other,
    hash,
    pepperMark(pepper.current),
  ])
}

/** A key that works, and the pepper it needs. */
export interface PepperedKey {
  readonly id: string
  readonly name: string
  readonly team: string
  /** Unknown: neither the present nor the accepted one, so the key cannot be used. */
  readonly pepper: 'present' | 'accepted' | 'unknown'
}

/** Lists the keys that have neither ended nor been revoked, of all teams, with the pepper each needs. */
export function listPepperedKeys(db: Db, { current, accepted }: Pepper): Promise<PepperedKey[]> {
  return query<PepperedKey>(
    db,
    `SELECT k.id, k.name, t.name AS team,
            CASE k.pepper WHEN $1 THEN 'present' WHEN $2 THEN 'accepted' ELSE 'unknown' END AS pepper
     FROM api_key k JOIN team t ON t.id = k.team_id
     WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) ORDER BY t.name, k.name, k.id`,
    [pepperMark(current), accepted === null ? null : pepperMark(accepted)],
  )
}

/** Finds the team of a key, active or expired, by its public part; null if there never was such a key. */
export async function findKeyTeam(db: Db, id: string): Promise<TeamId | null> {
  const key = await db.getRepository(ApiKeyEntity).findOne({ where: { id } })
  return key?.teamId ?? null
}
