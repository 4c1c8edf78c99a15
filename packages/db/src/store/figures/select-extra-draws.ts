import type { TeamId } from '../../team.js'
import { DECIDED_HERE } from '../external/decided-here.js'
import { type Db, query } from '../query.js'

interface Which {
  readonly id: string
  /** As `auditedTrials` lists them: what they have beyond need was drawn for the audit. */
  readonly audited: readonly number[]
}

/** Selects how many of an evaluation's samples no method needed, once each of its trials has all its verdicts. */
export async function selectExtraDraws(tx: Db, team: TeamId, { id, audited }: Which): Promise<number> {
  const rows = await query<{ extra: number }>(tx, EXTRA, [team, id, audited])
  return rows[0]?.extra ?? 0
}

const EXTRA = `
WITH needed AS (
  SELECT trial_id, max(calls) AS calls FROM verdict
  WHERE team_id = $1 AND evaluation_id = $2 AND ${DECIDED_HERE} GROUP BY 1
)
SELECT coalesce(sum(greatest(0, t.read - n.calls)), 0)::int AS extra
FROM trial t JOIN needed n ON n.trial_id = t.id JOIN evaluation e ON e.id = t.evaluation_id
WHERE t.team_id = $1 AND t.evaluation_id = $2 AND t.state = 'closed'
  AND t.replicate * e.questions + t.position <> ALL ($3::int[])`
