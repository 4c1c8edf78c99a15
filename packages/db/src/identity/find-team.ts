import type { TeamView } from '@cges-fleet/core'
import { TeamEntity } from '../entities/team.js'
import type { Db } from '../store/query.js'
import type { TeamId } from '../team.js'
import { teamView } from './team-view.js'

export interface FoundTeam {
  readonly id: TeamId
  readonly view: TeamView
}

/** Finds a team by its name or its id; null if there is none. */
export async function findTeam(db: Db, by: { name: string } | { id: TeamId }): Promise<FoundTeam | null> {
  const team = await db.getRepository(TeamEntity).findOne({ where: by })
  return team === null ? null : { id: team.id, view: teamView(team) }
}

/** Lists all teams by name. */
export async function listTeams(db: Db): Promise<TeamView[]> {
  return (await db.getRepository(TeamEntity).find({ order: { name: 'ASC' } })).map(teamView)
}
