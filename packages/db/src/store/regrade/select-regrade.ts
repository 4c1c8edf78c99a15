import type { GradedAnswer, Regrade, RegradeFlip } from '@cges-fleet/core'
import type { TeamId } from '../../team.js'
import { type Database, query } from '../query.js'

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
