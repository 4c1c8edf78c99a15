import type { TeamView } from '@cges-fleet/core'
import { type Db, query } from '../store/query.js'
import { asTeamId, type TeamId } from '../team.js'
import { TEAM_COLUMNS, type TeamRow, teamView } from './team-row.js'

export interface FoundTeam {
  readonly id: TeamId
  readonly view: TeamView
}

/** Finds a team by its name or its id; null where there is none. */
export async function findTeam(db: Db, by: { name: string } | { id: TeamId }): Promise<FoundTeam | null> {
  const [column, value] = 'id' in by ? ['t.id', by.id] : ['t.name', by.name]
  const rows = await query<TeamRow>(db, `SELECT ${TEAM_COLUMNS} FROM team t WHERE ${column} = $1`, [value])
  return rows[0] === undefined ? null : { id: asTeamId(rows[0].id), view: teamView(rows[0]) }
}

/** Lists all teams by name. */
export async function listTeams(db: Db): Promise<TeamView[]> {
  return (await query<TeamRow>(db, `SELECT ${TEAM_COLUMNS} FROM team t ORDER BY t.name`)).map(teamView)
}
