import { z } from 'zod'
import { GroupRole, GroupRoleList, NewGroupRole } from '../schemas/group-roles.js'
import { TeamName } from '../schemas/identity.js'
import { listGroupRoles, removeGroupRole, setGroupRole } from './addresses.js'
import { type Route, UNKNOWN } from './route.js'

export const ListGroupRoles = {
  at: listGroupRoles,
  summary: 'List which roles groups of the provider give',
  scope: 'keys:read',
  query: {
    team: {
      about: 'its name; the caller’s own unless given, and every team’s for administrators of the fleet',
      schema: TeamName,
    },
  },
  answers: { 200: { about: 'by team and group', schema: GroupRoleList }, 404: { problem: UNKNOWN } },
} as const satisfies Route

export const SetGroupRole = {
  at: setGroupRole,
  summary: 'Give everybody in a group of the provider a role in a team',
  scope: 'keys:manage',
  body: NewGroupRole,
  answers: {
    201: { about: 'as it is now', schema: GroupRole },
    404: { problem: UNKNOWN },
    409: { problem: 'the team has as many groups as it may' },
  },
} as const satisfies Route

export const RemoveGroupRole = {
  at: removeGroupRole,
  summary: 'Take a group’s role away: its people lose it within a minute',
  scope: 'keys:manage',
  path: { mapping: { about: 'the id of a group’s role', schema: z.uuid('must be the id of a group’s role') } },
  answers: { 200: { about: 'removed', schema: GroupRole }, 404: { problem: UNKNOWN } },
} as const satisfies Route
