import { newId } from '../new-id.js'
import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'

/** A request that was refused, and why. */
export interface NewRefusal {
  readonly team: TeamId | null
  readonly actor: string
  readonly action: 'access.denied' | 'access.refused'
  readonly subject: string | null
  /** For a denied caller the missing scope; for an unauthenticated one its address. */
  readonly reason: string
}

/** Rows per hour and action for each team, and for unknown callers; what exceeds them is counted in one more row. */
const ROWS_AN_HOUR = 1000
const OTHERS = 'others'

/** Counts a refusal in this hour's row for its caller, subject and reason, however often it is repeated. */
export async function writeRefusal(db: Db, { team, actor, action, subject, reason }: NewRefusal): Promise<void> {
  await query(db, WRITE, [newId(), team, actor, action, subject, reason])
}

const SAME = `r.hour = date_trunc('hour', now()) AND r.actor = $3 AND r.action = $4 AND r.reason = $6
  AND r.subject IS NOT DISTINCT FROM $5 AND r.team_id IS NOT DISTINCT FROM $2::uuid`
const OF_THIS_HOUR = `
  SELECT 1 FROM refusal WHERE hour = date_trunc('hour', now()) AND action = $4 AND (team_id = $2::uuid OR ($2::uuid IS NULL AND team_id IS NULL))
  LIMIT ${ROWS_AN_HOUR}`

const WRITE = `
WITH counted AS (
  UPDATE refusal r SET times = least(r.times, 2147483646) + 1, last_at = now() WHERE ${SAME} RETURNING 1
), room AS (
  SELECT count(*) < ${ROWS_AN_HOUR} AS left FROM (${OF_THIS_HOUR}) x WHERE NOT EXISTS (SELECT FROM counted)
)
INSERT INTO refusal AS r (id, team_id, actor, action, subject, reason)
SELECT $1::uuid, $2::uuid, CASE WHEN w.left THEN $3 ELSE '${OTHERS}' END, $4, CASE WHEN w.left THEN $5 END,
       CASE WHEN w.left THEN $6 ELSE '${OTHERS}' END
FROM room w WHERE NOT EXISTS (SELECT FROM counted)
ON CONFLICT ON CONSTRAINT refusal_once_an_hour
DO UPDATE SET times = least(r.times, 2147483646) + 1, last_at = now()`
