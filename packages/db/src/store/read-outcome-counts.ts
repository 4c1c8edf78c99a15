import type { Outcome } from '@cges-fleet/core'
import type { TeamId } from '../team.js'
import { type Db, query } from './query.js'

/** Counts the samples an evaluation has read so far, by how they ended. */
export async function readOutcomeCounts(
  db: Db,
  team: TeamId,
  evaluationId: string,
): Promise<Partial<Record<Outcome, number>>> {
  const rows = await query<{ outcome: Outcome; samples: number }>(
    db,
    `SELECT s.outcome, count(*)::int AS samples FROM trial t JOIN sample s ON s.trial_id = t.id
     WHERE t.team_id = $1 AND t.evaluation_id = $2 AND s.state = 'read' GROUP BY 1 ORDER BY 1`,
    [team, evaluationId],
  )
  return Object.fromEntries(rows.map(({ outcome, samples }) => [outcome, samples]))
}
