import type { ChosenComparison, ShareTarget } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/** A link by which anybody reads one evaluation, suite or comparison; only the hash of its token is stored. */
export interface ShareLink {
  readonly id: string
  readonly teamId: TeamId
  readonly target: ShareTarget
  /** The hash of 256 random bits, by which the link is looked up. */
  readonly tokenHash: Buffer
  /** The name of the key that made it; null on a fleet without sign-in. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

export const ShareLinkEntity = entity<ShareLink>({
  name: 'share_link',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    target: { type: 'jsonb' },
    tokenHash: { type: 'bytea', select: false },
    createdBy: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    expiresAt: { type: 'timestamptz' },
    revokedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ columns: ['tokenHash'] }],
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [
    { expression: "target ->> 'kind' IN ('evaluation', 'suite', 'comparison')" },
    { expression: 'pg_column_size(target) <= 8192' },
    { expression: 'octet_length(token_hash) = 32' },
    { name: 'share_link_expires', expression: "expires_at <= created_at + interval '366 days'" },
  ],
})

/** A comparison that a team keeps, with a name and a text. */
export interface SavedComparisonRow {
  readonly id: string
  readonly teamId: TeamId
  readonly name: string
  readonly note: string
  readonly chosen: ChosenComparison
  /** The name of the key that saved it; null on a fleet without sign-in. */
  readonly createdBy: string | null
  readonly createdAt: Date
}

export const SavedComparisonEntity = entity<SavedComparisonRow>({
  name: 'saved_comparison',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    name: { type: 'text' },
    note: { type: 'text' },
    chosen: { type: 'jsonb' },
    createdBy: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
  },
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [
    { expression: 'char_length(name) <= 120' },
    { expression: 'char_length(note) <= 2000' },
    { expression: 'pg_column_size(chosen) <= 8192' },
  ],
})
