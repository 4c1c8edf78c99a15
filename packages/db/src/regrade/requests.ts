import { type EvaluationStatus, type GradedAnswer, hasEnded, type Regrade, type RegradeFlip } from '@cges-fleet/core'
import { type Database, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

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
  const rows = await query<{ status: EvaluationStatus; graded: number | null; requested: boolean }>(db, STATE, [
    team,
    id,
    gradingVersion,
  ])
  const [row] = rows
  if (row === undefined) return { kind: 'unknown' }
  if (!hasEnded(row.status)) return { kind: 'running' }
  if (row.requested) return { kind: 'asked' }
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
SELECT e.status, EXISTS (SELECT 1 FROM regrade r WHERE r.evaluation_id = e.id AND r.grading_version = $3) AS requested,
       greatest(e.regraded_to, (SELECT min(grading_version) FROM verdict v WHERE v.evaluation_id = e.id)) AS graded
FROM evaluation e WHERE e.team_id = $1 AND e.id = $2`

const MAX_FLIPS = 1000

type RegradeRow = Omit<Regrade, 'requestedAt' | 'finishedAt' | 'flips'> & {
  readonly requestedAt: Date
  readonly finishedAt: Date | null
}

interface FlipRow extends Omit<RegradeFlip, 'before' | 'after'> {
  readonly before: GradedAnswer
  readonly after: GradedAnswer
}

/** Selects an evaluation's newest regrade with what flipped; null if there is none. */
export async function selectRegrade(db: Database, team: TeamId, evaluationId: string): Promise<Regrade | null> {
  const [row] = await query<RegradeRow>(db, NEWEST, [team, evaluationId])
  if (row === undefined) return null
  const flips = await query<FlipRow>(db, FLIPS, [evaluationId, row.gradingVersion, MAX_FLIPS])
  const finishedAt = row.finishedAt?.toISOString() ?? null
  return { ...row, requestedAt: row.requestedAt.toISOString(), finishedAt, flips }
}

const NEWEST = `
SELECT r.evaluation_id AS "evaluationId", r.grading_version AS "gradingVersion", r.requested_at AS "requestedAt",
       r.finished_at AS "finishedAt", r.digest, r.samples, r.unreadable, f.answers, f.verdicts, f.correctness,
       (SELECT count(*)::int FROM verdict v WHERE v.evaluation_id = r.evaluation_id
        AND v.grading_version = r.grading_version AND v.reason = 'undecided') AS undecided
FROM regrade r
CROSS JOIN LATERAL (
  SELECT count(sample_index)::int AS answers, count(method_key)::int AS verdicts,
         (count(method_key) FILTER (WHERE before -> 'correct' <> after -> 'correct'))::int AS correctness
  FROM regrade_flip WHERE evaluation_id = r.evaluation_id AND grading_version = r.grading_version
) f
WHERE r.team_id = $1 AND r.evaluation_id = $2
ORDER BY r.grading_version DESC LIMIT 1`

const FLIPS = `
SELECT t.question_id AS "questionId", t.replicate, f.sample_index AS sample, f.method_key AS method, f.before, f.after
FROM regrade_flip f JOIN trial t ON t.id = f.trial_id
WHERE f.evaluation_id = $1 AND f.grading_version = $2
ORDER BY f.method_key NULLS LAST, t.question_id, t.replicate, f.sample_index LIMIT $3`
