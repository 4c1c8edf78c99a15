import { TeamChange, TeamName, TeamView } from '../../schemas/team.js'
import { changeTeam } from '../addresses.js'
import { UNKNOWN } from '../answers.js'
import type { Route } from '../route.js'

export const ChangeTeam = {
  at: changeTeam,
  summary: 'Change a team’s weight or limits; what is left out stays, null lifts a limit',
  scope: 'teams:manage',
  path: { team: { about: 'its name', schema: TeamName } },
  body: TeamChange,
  answers: { 200: { about: 'as it is now', schema: TeamView }, 404: { problem: UNKNOWN } },
} as const satisfies Route
