import { type EvaluationStatus, hasEnded } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Database, query } from '../query.js'

export type RegradeRequest =
  | { readonly kind: 'asked' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'running' }
  | { readonly kind: 'current' }

/** Requests a regrade of an evaluation; idempotent. */
export async function requestRegrade(
  db: Database,
  team: TeamId,
  id: string,
  gradingVersion: number,
): Promise<RegradeRequest> {
  const rows = await query<{ status: EvaluationStatus; graded: number | null; asked: boolean }>(db, STATE, [
    team,
    id,
    gradingVersion,
  ])
  const [row] = rows
  if (row === undefined) return { kind: 'unknown' }
  if (!hasEnded(row.status)) return { kind: 'running' }
  if (row.asked) return { kind: 'asked' }
  if ((row.graded ?? 0) >= gradingVersion) return { kind: 'current' }
  await query(
    db,
    `INSERT INTO regrade (evaluation_id, grading_version, team_id) VALUES ($2, $3, $1) ON CONFLICT DO NOTHING`,
    [team, id, gradingVersion],
  )
  return { kind: 'asked' }
}

/** An evaluation's grading version is the oldest among its verdicts. */
const STATE = `
SELECT e.status, EXISTS (SELECT 1 FROM regrade r WHERE r.evaluation_id = e.id AND r.grading_version = $3) AS asked,
       greatest(e.regraded_to, (SELECT min(grading_version) FROM verdict v WHERE v.evaluation_id = e.id)) AS graded
FROM evaluation e WHERE e.team_id = $1 AND e.id = $2`
