import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'
import { selectPrefixFigures } from './select-prefix-figures.js'
import { selectReproduction } from './select-reproduction.js'

export interface MethodCallsRow {
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  /** Generated in all of these calls; null if that is not known of one. */
  readonly tokens: number | null
}

/** Open trials of one method, by the length of their read prefix. */
export interface StandingRow {
  readonly methodKey: string
  readonly depth: number
  readonly blocked: boolean
  readonly trials: number
  readonly leading: number
  readonly leadingCorrect: number
}

/** Selects how an evaluation's trials, calls and samples are spread. */
export async function selectDistributions(tx: Db, team: TeamId, id: string) {
  const calls = await query<MethodCallsRow>(tx, CALLS, [team, id])
  const standings = await query<StandingRow>(tx, STANDINGS, [team, id])
  const depths = await query<{ depth: number; trials: number }>(tx, DEPTHS, [team, id])
  const progress = await query<{ at: Date; samples: number }>(tx, PROGRESS, [team, id])
  return {
    calls,
    standings,
    depths,
    prefixFigures: await selectPrefixFigures(tx, team, id),
    reproduction: await selectReproduction(tx, team, id),
    rankings: await query<{ methodKey: string; calls: number }>(tx, RANKINGS, [team, id]),
    progress: progress.map(({ at, samples }) => ({ at: at.toISOString(), samples })),
  }
}

const CALLS = `
SELECT method_key AS "methodKey", calls, resolved, correct,
       CASE WHEN tokens_known = resolved THEN tokens::float8 END AS tokens FROM method_calls
WHERE team_id = $1 AND evaluation_id = $2
  AND grading_version = (SELECT regraded_to FROM evaluation WHERE id = $2) ORDER BY method_key, calls`

const STANDINGS = `
SELECT s.method_key AS "methodKey", s.read_up_to AS depth, s.blocked, count(*)::int AS trials,
       count(s.leader)::int AS leading, (count(*) FILTER (WHERE a.correct))::int AS "leadingCorrect"
FROM standing s
JOIN trial t ON t.id = s.trial_id
JOIN evaluation e ON e.id = s.evaluation_id
LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position AND a.answer_key = s.leader
  AND a.grading_version = (SELECT max(x.grading_version) FROM answer_grade x WHERE x.benchmark_id = a.benchmark_id
                           AND x.position = a.position AND x.answer_key = a.answer_key)
WHERE s.team_id = $1 AND s.evaluation_id = $2
GROUP BY 1, 2, 3`

const DEPTHS = `
SELECT read_up_to AS depth, count(*)::int AS trials FROM trial
WHERE team_id = $1 AND evaluation_id = $2 AND state = 'open' AND asked > 0 GROUP BY 1`

const RANKINGS = `
SELECT r.method_key AS "methodKey", count(l.call_id)::int + count(DISTINCT k.id) FILTER (WHERE k.state = 'leased')::int AS calls
FROM ranking r JOIN call k ON k.ranking_id = r.id LEFT JOIN call_ledger l ON l.call_id = k.id AND l.state <> 'handed_back'
WHERE r.team_id = $1 AND r.evaluation_id = $2 GROUP BY 1`

const PROGRESS = `
SELECT to_timestamp(floor(extract(epoch FROM at) / step) * step) AS at, sum(samples)::int AS samples
FROM progress, (
  SELECT greatest(1, ceil(extract(epoch FROM max(at) - min(at)) / 120)) AS step
  FROM progress WHERE evaluation_id = $2
) width
WHERE team_id = $1 AND evaluation_id = $2 GROUP BY 1 ORDER BY 1`
