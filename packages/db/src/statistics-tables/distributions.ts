import type { ConfidenceSignal } from '@cges-fleet/methods'
import type { OutcomeCount, ReadingCount } from '@cges-fleet/statistics'
import { type Db, fixed, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'

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
    prefixTotals: await selectPrefixTotals(tx, team, id),
    reproduction: await selectReproduction(tx, team, id),
    rankings: await query<{ methodKey: string; calls: number }>(tx, RANKINGS, [team, id]),
    progress: progress.map(({ at, samples }) => ({ at: at.toISOString(), samples })),
  }
}

/** Selects how the trials of an evaluation's closed prefix went, by its methods; none unless it may end early. */
export function selectPrefixOutcomes(tx: Db, team: TeamId, id: string): Promise<OutcomeCount[]> {
  return query<OutcomeCount>(tx, OUTCOMES, [team, id])
}

const OUTCOMES = `SELECT outcomes, trials FROM prefix_outcome WHERE team_id = $1 AND evaluation_id = $2`

const CALLS = fixed(`
SELECT method_key AS "methodKey", calls, resolved, correct,
       CASE WHEN tokens_known = resolved THEN tokens::float8 END AS tokens FROM method_calls
WHERE team_id = $1 AND evaluation_id = $2
  AND grading_version = (SELECT regraded_to FROM evaluation WHERE id = $2) ORDER BY method_key, calls`)

const STANDINGS = fixed(`
SELECT s.method_key AS "methodKey", s.read_up_to AS depth, s.blocked, count(*)::int AS trials,
       count(s.leader)::int AS leading, (count(*) FILTER (WHERE a.correct))::int AS "leadingCorrect"
FROM standing s
JOIN trial t ON t.id = s.trial_id
JOIN evaluation e ON e.id = s.evaluation_id
LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position AND a.answer_key = s.leader
  AND a.grading_version = (SELECT max(x.grading_version) FROM answer_grade x WHERE x.benchmark_id = a.benchmark_id
                           AND x.position = a.position AND x.answer_key = a.answer_key)
WHERE s.team_id = $1 AND s.evaluation_id = $2
GROUP BY 1, 2, 3`)

const DEPTHS = fixed(`
SELECT read_up_to AS depth, count(*)::int AS trials FROM trial
WHERE team_id = $1 AND evaluation_id = $2 AND state = 'open' AND requested > 0 GROUP BY 1`)

const RANKINGS = fixed(`
SELECT r.method_key AS "methodKey", count(l.call_id)::int + count(DISTINCT k.id) FILTER (WHERE k.state = 'leased')::int AS calls
FROM ranking r JOIN call k ON k.ranking_id = r.id LEFT JOIN call_ledger l ON l.call_id = k.id AND l.state <> 'handed_back'
WHERE r.team_id = $1 AND r.evaluation_id = $2 GROUP BY 1`)

const PROGRESS = fixed(`
SELECT to_timestamp(floor(extract(epoch FROM at) / step) * step) AS at, sum(samples)::int AS samples
FROM progress, (
  SELECT greatest(1, ceil(extract(epoch FROM max(at) - min(at)) / 120)) AS step
  FROM progress WHERE evaluation_id = $2
) width
WHERE team_id = $1 AND evaluation_id = $2 GROUP BY 1 ORDER BY 1`)

/**
 * A method's figures on the closed prefix at one number of calls; `paired` of the resolved are resolved by its baseline
 * too, of which it won and lost so many.
 */
export interface PrefixRow {
  readonly methodKey: string
  readonly calls: number
  readonly resolved: number
  readonly correct: number
  readonly paired: number
  readonly wins: number
  readonly losses: number
}

/** Selects each method's figures on an evaluation's closed prefix. */
function selectPrefixTotals(db: Db, team: TeamId, evaluationId: string): Promise<PrefixRow[]> {
  return query<PrefixRow>(db, PREFIX, [team, evaluationId])
}

const PREFIX = fixed(`
SELECT method_key AS "methodKey", calls, resolved, correct, paired, wins, losses FROM live_figures
WHERE team_id = $1 AND evaluation_id = $2`)

/** The facts needed to reproduce an evaluation besides its submission. */
export interface Reproduction {
  /** Of the weights its pool serves; null if nobody has said. */
  readonly modelRevision: string | null
  /** The engines that served the model, from the first samples of its first twenty trials. */
  readonly engines: string[]
  /** SHA-256 of the prompt's template, in hexadecimal. */
  readonly promptHash: string
}

/** Reads what an evaluation's answers came from; the evaluation must be there. */
async function selectReproduction(db: Db, team: TeamId, id: string): Promise<Reproduction> {
  const [row] = await query<Reproduction>(db, ORIGIN, [team, id])
  if (row === undefined) throw new Error(`evaluation ${id} is gone`)
  return row
}

const ORIGIN = fixed(`
SELECT p.model_revision AS "modelRevision", encode(sha256(convert_to(b.template, 'UTF8')), 'hex') AS "promptHash",
       coalesce((SELECT array_agg(DISTINCT s.engine)
                 FROM (SELECT id FROM trial WHERE evaluation_id = e.id ORDER BY ordinal LIMIT 20) t
                 CROSS JOIN LATERAL (SELECT engine FROM sample WHERE trial_id = t.id AND index = 0) s
                 WHERE s.engine IS NOT NULL), '{}') AS engines
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.team_id = $1 AND e.id = $2`)

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
