import { TeamList } from '../../schemas/team.js'
import { listTeams } from '../addresses.js'
import type { Route } from '../route.js'

export const ListTeams = {
  at: listTeams,
  summary: 'List teams, their weights and limits',
  scope: 'teams:manage',
  answers: { 200: { about: 'all of them', schema: TeamList } },
} as const satisfies Route
