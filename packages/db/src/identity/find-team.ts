import type { TeamView } from '@cges-fleet/core'
import { type Db, query } from '../store/query.js'
import { asTeamId, type TeamId } from '../team.js'
import { TEAM_COLUMNS, type TeamRow, teamView } from './team-row.js'

export interface FoundTeam {
  readonly id: TeamId
  readonly view: TeamView
}

const BY_ID = `SELECT ${TEAM_COLUMNS} FROM team t WHERE t.id = $1`
const BY_NAME = `SELECT ${TEAM_COLUMNS} FROM team t WHERE t.name = $1`

/** Finds a team by its name or its id; null where there is none. */
export async function findTeam(db: Db, by: { name: string } | { id: TeamId }): Promise<FoundTeam | null> {
  const rows = await ('id' in by ? query<TeamRow>(db, BY_ID, [by.id]) : query<TeamRow>(db, BY_NAME, [by.name]))
  return rows[0] === undefined ? null : { id: asTeamId(rows[0].id), view: teamView(rows[0]) }
}

/** Lists all teams by name. */
export async function listTeams(db: Db): Promise<TeamView[]> {
  return (await query<TeamRow>(db, `SELECT ${TEAM_COLUMNS} FROM team t ORDER BY t.name`)).map(teamView)
}
