import type { IssuedKey, KeyView, Role, Scope } from '@cges-fleet/core'
import { ApiKeyEntity } from '../entities/api-key.js'
import { type Database, type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'
import { KEY_ROLE, type KeyRow, keyView, SELECT_KEY } from './key-row.js'
import { type KeyText, newKeyText, writeKey } from './key-text.js'
import { type Pepper, secretHash } from './secret-hash.js'
import { writeAudit } from './write-audit.js'

export interface KeyToIssue {
  readonly team: TeamId
  readonly name: string
  readonly role: Role
  readonly scopes: readonly Scope[] | null
  readonly expiresAt: string | null
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
    const detail = { name: key.name, role: key.role, scopes: key.scopes, expiresAt: key.expiresAt }
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

/** The new key gets the lifetime the old one was created with. */
const LOCK_KEY = `
SELECT k.team_id AS team, k.name, ${KEY_ROLE}, k.scopes, (now() + (k.expires_at - k.created_at))::text AS "expiresAt"
FROM api_key k WHERE k.id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now()) FOR UPDATE`

async function insertKey(tx: Db, key: KeyToIssue, { actor, pepper }: Issuer, text: KeyText): Promise<IssuedKey> {
  const { team: teamId, name, scopes, expiresAt } = key
  await tx.getRepository(ApiKeyEntity).insert({
    id: text.id,
    teamId,
    name,
    scopes,
    ...(key.role === 'fleet-admin' ? { role: 'admin', fleet: true } : { role: key.role }),
    secretHash: secretHash(pepper, text.secret),
    createdBy: actor,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
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
