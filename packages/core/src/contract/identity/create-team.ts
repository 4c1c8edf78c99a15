import { NewTeam, TeamView } from '../../schemas/team.js'
import { createTeam } from '../addresses.js'
import type { Route } from '../route.js'

export const CreateTeam = {
  at: createTeam,
  summary: 'Enter a team',
  scope: 'teams:manage',
  body: NewTeam,
  answers: { 201: { about: 'entered', schema: TeamView }, 409: { problem: 'there is one of that name' } },
} as const satisfies Route
