import type { TeamId } from '../team.js'
import { entity } from './entity.js'

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
