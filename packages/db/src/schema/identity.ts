import type { Role, Scope } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity, WHOLE_NUMBER } from './entity.js'

/** A team, which submits and pays. A null limit means unlimited. */
export interface Team {
  readonly id: TeamId
  readonly name: string
  readonly createdAt: Date
  readonly weight: number
  readonly maxSamplesInFlight: number | null
  readonly maxTokensPerDay: number | null
  readonly maxGpuSecondsPerMonth: number | null
  readonly maxCallsPerEvaluation: number | null
  readonly maxStoredBytes: number | null
  /** Days after its end that an evaluation is deleted; null keeps it. */
  readonly keepFinishedDays: number | null
  /** Days after it was archived that an evaluation is deleted; null keeps it. */
  readonly keepArchivedDays: number | null
  /** Days after its end that an evaluation's texts are deleted; null keeps them. */
  readonly keepTextsDays: number | null
  /** Days that the figures of a request of the gateway are kept; null keeps none. */
  readonly keepRequestsDays: number | null
  /** The share of its kept requests whose budget is drawn whole after the answer. */
  readonly auditShare: number
}

export const TeamEntity = entity<Team>({
  name: 'team',
  columns: {
    id: { type: 'uuid', primary: true },
    name: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    weight: { type: 'double precision', default: 1 },
    maxSamplesInFlight: { type: 'int', nullable: true },
    maxTokensPerDay: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER },
    maxGpuSecondsPerMonth: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER },
    maxCallsPerEvaluation: { type: 'int', nullable: true },
    maxStoredBytes: { type: 'bigint', nullable: true, transformer: WHOLE_NUMBER, default: 53687091200 },
    keepFinishedDays: { type: 'int', nullable: true },
    keepArchivedDays: { type: 'int', nullable: true },
    keepTextsDays: { type: 'int', nullable: true },
    keepRequestsDays: { type: 'int', nullable: true },
    auditShare: { type: 'double precision', default: 0 },
  },
  uniques: [{ columns: ['name'] }],
  checks: [
    { expression: 'audit_share BETWEEN 0 AND 1' },
    { expression: 'keep_archived_days > 0' },
    { expression: 'keep_finished_days > 0' },
    { expression: 'keep_texts_days > 0' },
    { expression: 'keep_requests_days > 0' },
    { expression: 'max_calls_per_evaluation > 0' },
    { expression: 'max_gpu_seconds_per_month > 0' },
    { expression: 'max_samples_in_flight > 0' },
    { expression: 'max_stored_bytes > 0' },
    { expression: 'max_tokens_per_day > 0' },
    { expression: 'weight > 0 AND weight <= 1000' },
  ],
})

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
  /** The mark of the pepper it was hashed with. */
  readonly pepper: string
  /** The key that created it, or its creator if it was created outside the API. */
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  /** The key that replaced it by rotation. */
  readonly replacedBy: string | null
  readonly fleet: boolean
  /** The person whose own key it is: it may no more than they may, and ends with them. Null if it is a program's. */
  readonly personId: string | null
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
    pepper: { type: 'text' },
    createdBy: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz', nullable: true },
    lastUsedAt: { type: 'timestamptz', nullable: true },
    revokedAt: { type: 'timestamptz', nullable: true },
    replacedBy: { type: 'text', nullable: true },
    fleet: { type: 'boolean', default: false },
    personId: { type: 'uuid', nullable: true },
  },
  foreignKeys: [
    { target: 'api_key', columnNames: ['replacedBy'], referencedColumnNames: ['id'] },
    { target: 'person', columnNames: ['personId'], referencedColumnNames: ['id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [
    { name: 'api_key_fleet_is_admin', expression: "role = 'admin' OR NOT fleet" },
    { expression: "role IN ('viewer', 'member', 'operator', 'admin')" },
    { expression: 'octet_length(secret_hash) = 32' },
  ],
})

/** A browser's session, of a key or of a person in one of their teams. */
export interface Session {
  readonly tokenHash: Buffer
  readonly teamId: TeamId
  readonly keyId: string | null
  readonly personId: string | null
  readonly createdAt: Date
  /** When it was last used, to the minute. */
  readonly seenAt: Date
  readonly expiresAt: Date
  /** The provider's name for its own session, by which it ends ours. */
  readonly providerSession: string | null
  /** The provider's tokens, encrypted; null if nothing can be asked with them. */
  readonly sealedTokens: Buffer | null
  /** When the provider was last asked whether the person still has their groups. */
  readonly askedAt: Date
  /** When it last said so. */
  readonly confirmedAt: Date
}

export const SessionEntity = entity<Session>({
  name: 'session',
  columns: {
    tokenHash: { type: 'bytea', primary: true },
    teamId: { type: 'uuid' },
    keyId: { type: 'text', nullable: true },
    personId: { type: 'uuid', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    seenAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
    providerSession: { type: 'text', nullable: true },
    sealedTokens: { type: 'bytea', nullable: true, select: false },
    askedAt: { type: 'timestamptz', default: () => 'now()' },
    confirmedAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [
    { target: 'api_key', columnNames: ['keyId'], referencedColumnNames: ['id'] },
    { target: 'person', columnNames: ['personId'], referencedColumnNames: ['id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [
    { expression: 'octet_length(token_hash) = 32' },
    { name: 'session_of_one', expression: 'num_nonnulls(key_id, person_id) = 1' },
    { expression: 'char_length(provider_session) <= 255' },
    { expression: 'octet_length(sealed_tokens) <= 65536' },
  ],
})

/** What a provider signed to be used once: the hash of a sign-in's nonce, or of a logout token's id. */
export interface UsedOnce {
  readonly hash: Buffer
  /** From then on it is refused for its age. */
  readonly expiresAt: Date
}

export const UsedOnceEntity = entity<UsedOnce>({
  name: 'used_once',
  columns: {
    hash: { type: 'bytea', primary: true },
    expiresAt: { type: 'timestamptz' },
  },
  checks: [{ expression: 'octet_length(hash) = 32' }],
})

/** The audit log: rows are inserted and deleted after their retention, never updated. */
export interface Audit {
  readonly id: string
  readonly at: Date
  /** Null if it belongs to no team. */
  readonly teamId: TeamId | null
  readonly actor: string
  readonly action: string
  readonly subject: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

export const AuditEntity = entity<Audit>({
  name: 'audit',
  columns: {
    id: { type: 'uuid', primary: true },
    at: { type: 'timestamptz', default: () => 'now()' },
    teamId: { type: 'uuid', nullable: true },
    actor: { type: 'text' },
    action: { type: 'text' },
    subject: { type: 'text', nullable: true },
    detail: { type: 'jsonb', default: () => "'{}'" },
  },
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
})
