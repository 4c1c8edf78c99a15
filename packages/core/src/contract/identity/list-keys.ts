import { KeyList } from '../../schemas/api-key.js'
import { TeamName } from '../../schemas/team.js'
import { listKeys } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import type { Route } from '../route.js'

export const ListKeys = {
  at: listKeys,
  summary: 'List a team’s keys, without their secrets',
  scope: 'keys:read',
  query: {
    team: {
      about: 'its name; the caller’s own unless given, and any other for administrators of the fleet',
      schema: TeamName,
    },
  },
  answers: { 200: { about: 'newest first', schema: KeyList }, 404: { problem: UNKNOWN } },
} as const satisfies Route
