import { type Db, query } from '../store/query.js'
import { asTeamId, type TeamId } from '../team.js'

/** Finds whose a key is or was, by its public part, also of one that has ended; null where there never was such a key. */
export async function findKeyTeam(db: Db, id: string): Promise<TeamId | null> {
  const rows = await query<{ team: string }>(db, 'SELECT team_id AS team FROM api_key WHERE id = $1', [id])
  return rows[0] === undefined ? null : asTeamId(rows[0].team)
}
