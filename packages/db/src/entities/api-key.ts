import type { Role, Scope } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
import { entity } from './entity.js'

/** A credential for programs and browsers; only the keyed hash of its secret is stored. */
export interface ApiKey {
  readonly id: string
  readonly teamId: TeamId
  readonly name: string
  /** An administrator of the fleet is an admin with `fleet`. */
  readonly role: Exclude<Role, 'fleet-admin'>
  /** Null if it has all the rights of its role. */
  readonly scopes: readonly Scope[] | null
  /** Not selected unless explicitly requested. */
  readonly secretHash: Buffer
  /** The key that created it, or its creator if it was created outside the API. */
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  /** The key that replaced it by rotation. */
  readonly replacedBy: string | null
  readonly fleet: boolean
}

export const ApiKeyEntity = entity<ApiKey>({
  name: 'api_key',
  columns: {
    id: { type: 'text', primary: true },
    teamId: { type: 'uuid' },
    name: { type: 'text' },
    role: { type: 'text' },
    scopes: { type: 'text', array: true, nullable: true },
    secretHash: { type: 'bytea', select: false },
    createdBy: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz', nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
    replacedBy: { type: 'text', nullable: true },
    fleet: { type: 'boolean', default: false },
  },
  foreignKeys: [
    { target: 'api_key', columnNames: ['replacedBy'], referencedColumnNames: ['id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [
    { name: 'api_key_fleet_is_admin', expression: "role = 'admin' OR NOT fleet" },
    { expression: "role IN ('viewer', 'member', 'operator', 'admin')" },
    { expression: 'octet_length(secret_hash) = 32' },
  ],
})
