import type { KeyView } from '@cges-fleet/core'

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
       k.replaced_by AS "replacedBy",
       CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS state
FROM api_key k JOIN team t ON t.id = k.team_id`

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
