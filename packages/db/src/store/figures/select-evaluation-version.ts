import type { EvaluationStatus } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Selects an evaluation's version alone, for streams that poll it many times a second. */
export async function selectEvaluationVersion(
  db: Db,
  team: TeamId,
  id: string,
): Promise<{ version: number; status: EvaluationStatus } | null> {
  const rows = await query<{ version: number; status: EvaluationStatus }>(
    db,
    `SELECT version, status FROM evaluation WHERE team_id = $1 AND id = $2`,
    [team, id],
  )
  return rows[0] ?? null
}
