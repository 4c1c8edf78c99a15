import type { EvaluationEvent } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Lists what happened to an evaluation, oldest first: all of it, or the newest so many. */
export async function listEvents(
  db: Db,
  team: TeamId,
  of: { id: string; newest?: number },
): Promise<EvaluationEvent[]> {
  const rows = await query<Omit<EvaluationEvent, 'at'> & { at: Date }>(
    db,
    `SELECT * FROM (
       SELECT sequence, at, kind, reason FROM evaluation_event WHERE team_id = $1 AND evaluation_id = $2
       ORDER BY sequence DESC LIMIT $3
     ) newest ORDER BY sequence`,
    [team, of.id, of.newest ?? null],
  )
  return rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}
