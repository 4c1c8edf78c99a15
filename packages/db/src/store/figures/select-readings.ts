import type { ReadingCount } from '@cges-fleet/statistics'
import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'

interface Which {
  readonly evaluationId: string
  /** Whether to count right answers, which looks up the grade of every distinct one. */
  readonly graded: boolean
}

/** Counts the samples an evaluation has read so far by outcome and answer tier, in its latest grading. */
export async function selectReadings(db: Db, team: TeamId, { evaluationId, graded }: Which): Promise<ReadingCount[]> {
  return query<ReadingCount>(db, READINGS, [team, evaluationId, graded])
}

const READINGS = `
WITH reading AS (
  SELECT r.outcome, CASE WHEN r.outcome = 'answer' THEN r.answer_tier END AS tier,
         CASE WHEN $3::boolean THEN t.position END AS position,
         CASE WHEN $3::boolean THEN r.answer_key END AS answer_key, count(*)::int AS samples
  FROM trial t
  JOIN evaluation e ON e.id = t.evaluation_id
  JOIN sample s ON s.trial_id = t.id AND s.state = 'read'
  LEFT JOIN regraded_sample g
    ON g.trial_id = s.trial_id AND g.index = s.index AND g.grading_version = e.regraded_to
  CROSS JOIN LATERAL (
    SELECT coalesce(g.outcome, s.outcome) AS outcome,
           CASE WHEN g.trial_id IS NULL THEN s.answer_key ELSE g.answer_key END AS answer_key,
           CASE WHEN g.trial_id IS NULL THEN s.answer_tier ELSE g.answer_tier END AS answer_tier
  ) r
  WHERE t.team_id = $1 AND t.evaluation_id = $2
  GROUP BY 1, 2, 3, 4
)
SELECT r.outcome, r.tier, sum(r.samples)::int AS samples,
       coalesce(sum(r.samples) FILTER (WHERE a.correct IS NOT NULL), 0)::int AS graded,
       coalesce(sum(r.samples) FILTER (WHERE a.correct), 0)::int AS right
FROM reading r
JOIN evaluation e ON e.id = $2
LEFT JOIN LATERAL (
  SELECT correct FROM answer_grade
  WHERE benchmark_id = e.benchmark_id AND position = r.position AND answer_key = r.answer_key
    AND (e.grading_version IS NULL OR grading_version <= e.grading_version)
  ORDER BY grading_version DESC LIMIT 1
) a ON true
GROUP BY 1, 2 ORDER BY 1, 2`
