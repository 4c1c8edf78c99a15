import type { ConfidenceSignal } from '@cges-fleet/methods'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

/** Trials looked at: their order is seeded, so the first ones are a fair sample, and a page stays cheap to load. */
const TRIALS = 200

/** Selects the median of each confidence signal over the answers of an evaluation's first trials. */
export async function selectSignalMedians(
  db: Db,
  team: TeamId,
  evaluationId: string,
): Promise<{ signal: ConfidenceSignal; median: number }[]> {
  return query(
    db,
    `SELECT k.key AS signal, percentile_cont(0.5) WITHIN GROUP (ORDER BY k.value::float8) AS median
     FROM (SELECT id FROM trial WHERE team_id = $1 AND evaluation_id = $2 ORDER BY ordinal LIMIT ${TRIALS}) t
     JOIN sample s ON s.trial_id = t.id AND s.state = 'read' AND s.outcome = 'answer'
     CROSS JOIN LATERAL jsonb_each_text(s.signals) k
     GROUP BY 1`,
    [team, evaluationId],
  )
}
