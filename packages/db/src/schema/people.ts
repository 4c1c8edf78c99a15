import type { Role } from '@cges-fleet/core'
import type { TeamId } from '../ids.js'
import { entity } from './entity.js'

/**
 * Who signed in by a provider, told apart by issuer and subject. The name is the fleet's own: no two people share it, and
 * it stays, so that it is what owners, logs and lists hold.
 */
export interface Person {
  readonly id: string
  readonly issuer: string
  readonly subject: string
  readonly name: string
  readonly email: string | null
  readonly createdAt: Date
  /** When the provider last confirmed who they are and which groups they have. */
  readonly confirmedAt: Date
  /** From then on they are let in no more, whatever the provider says. */
  readonly endedAt: Date | null
}

export const PersonEntity = entity<Person>({
  name: 'person',
  columns: {
    id: { type: 'uuid', primary: true },
    issuer: { type: 'text' },
    subject: { type: 'text' },
    name: { type: 'text' },
    email: { type: 'text', nullable: true },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
    confirmedAt: { type: 'timestamptz', default: () => 'now()' },
    endedAt: { type: 'timestamptz', nullable: true },
  },
  uniques: [{ columns: ['issuer', 'subject'] }],
  checks: [
    { expression: 'char_length(issuer) <= 500' },
    { expression: 'char_length(subject) <= 255' },
    { expression: 'char_length(name) BETWEEN 1 AND 120' },
    { expression: 'char_length(email) <= 320' },
  ],
})

/** A person's role in a team, as their groups say. It is kept when it ends, so that a team still finds who they were. */
export interface Membership {
  readonly personId: string
  readonly teamId: TeamId
  readonly role: Role
  readonly since: Date
  readonly endedAt: Date | null
}

export const MembershipEntity = entity<Membership>({
  name: 'membership',
  columns: {
    personId: { type: 'uuid', primary: true },
    teamId: { type: 'uuid', primary: true },
    role: { type: 'text' },
    since: { type: 'timestamptz', default: () => 'now()' },
    endedAt: { type: 'timestamptz', nullable: true },
  },
  foreignKeys: [
    { target: 'person', columnNames: ['personId'], referencedColumnNames: ['id'] },
    { target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] },
  ],
  checks: [{ expression: "role IN ('viewer', 'member', 'operator', 'admin', 'fleet-admin')" }],
})

/** The role that a group of the provider gives in a team, as somebody entered it. */
export interface GroupRoleRow {
  readonly id: string
  readonly teamId: TeamId
  readonly groupName: string
  readonly role: Role
  readonly createdBy: string
  readonly createdAt: Date
}

export const GroupRoleEntity = entity<GroupRoleRow>({
  name: 'group_role',
  columns: {
    id: { type: 'uuid', primary: true },
    teamId: { type: 'uuid' },
    groupName: { type: 'text' },
    role: { type: 'text' },
    createdBy: { type: 'text' },
    createdAt: { type: 'timestamptz', default: () => 'now()' },
  },
  uniques: [{ columns: ['teamId', 'groupName'] }],
  foreignKeys: [{ target: 'team', columnNames: ['teamId'], referencedColumnNames: ['id'] }],
  checks: [
    { expression: "role IN ('viewer', 'member', 'operator', 'admin', 'fleet-admin')" },
    { expression: 'char_length(group_name) BETWEEN 1 AND 500' },
  ],
})
