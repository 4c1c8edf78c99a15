import type { AnswerKind } from '@cges-fleet/answers'
import type { Certification } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import { CHARGED_TOKENS } from '../evaluations/verdicts.js'
import type { ReadSample } from './trials.js'

export interface NewVerdict {
  readonly trialId: string
  readonly methodKey: string
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  readonly reason: string
  /** The posterior of all answers not seen; left out if the method has none. */
  readonly otherScore?: number | null
  /** Charged for its calls; left out if it equals all that was generated in them. */
  readonly tokens?: number | null
}

export interface NewStanding {
  readonly trialId: string
  readonly methodKey: string
  readonly readUpTo: number
  readonly leader: string | null
  readonly score: number | null
  readonly blocked: boolean
}

export interface TrialChange {
  readonly id: string
  readonly readUpTo: number
  readonly state: 'open' | 'closed' | 'blocked'
  /** Open with nothing to ask for: it waits for other trials of its set. */
  readonly parked: boolean
}

interface Decisions {
  readonly evaluationId: string
  readonly teamId: string
  readonly gradingVersion: number
  readonly verdicts: readonly NewVerdict[]
  readonly standings: readonly NewStanding[]
  readonly trials: readonly TrialChange[]
}

/**
 * Stores what a round decided. The answers of its trials must be graded before (`ungradedAnswers`): the totals shown to
 * people count them.
 */
export async function writeDecisions(tx: Db, decisions: Decisions): Promise<void> {
  const { evaluationId, teamId, gradingVersion, trials, standings, verdicts } = decisions
  if (trials.length === 0) return
  const rows = [trials, standings, verdicts].map((each) => JSON.stringify(each))
  await query(tx, WRITE, [evaluationId, teamId, gradingVersion, ...rows])
}

const WRITE = `
WITH change AS (
  SELECT * FROM jsonb_to_recordset($4::jsonb) AS c(id uuid, "readUpTo" int, state text, parked boolean)
), before AS (
  SELECT t.id, t.state, t.read_up_to FROM trial t WHERE t.id = ANY (ARRAY(SELECT id FROM change))
), changed AS (
  UPDATE trial t SET read_up_to = c."readUpTo", state = c.state, parked = c.parked FROM change c
  WHERE t.id = c.id AND t.id = ANY (ARRAY(SELECT id FROM change))
), counted AS (
  UPDATE evaluation e
  SET trials_closed = e.trials_closed + d.closed, trials_blocked = e.trials_blocked + d.blocked,
      trials_started = e.trials_started + d.started
  FROM (
    SELECT count(*) FILTER (WHERE c.state = 'closed' AND b.state <> 'closed')::int AS closed,
           (count(*) FILTER (WHERE c.state = 'blocked') - count(*) FILTER (WHERE b.state = 'blocked'))::int AS blocked,
           count(*) FILTER (WHERE c."readUpTo" > 0 AND b.read_up_to = 0)::int AS started
    FROM change c JOIN before b ON b.id = c.id
  ) d
  WHERE e.id = $1
), stood AS (
  INSERT INTO standing (trial_id, method_key, team_id, evaluation_id, read_up_to, leader, score, blocked)
  SELECT s."trialId", s."methodKey", $2, $1, s."readUpTo", s.leader, s.score, s.blocked
  FROM jsonb_to_recordset($5::jsonb) AS s(
    "trialId" uuid, "methodKey" text, "readUpTo" int, leader text, score float8, blocked boolean)
  ON CONFLICT (trial_id, method_key) DO UPDATE
  SET read_up_to = EXCLUDED.read_up_to, leader = EXCLUDED.leader, score = EXCLUDED.score, blocked = EXCLUDED.blocked
), new AS (
  SELECT * FROM jsonb_to_recordset($6::jsonb) AS v(
    "trialId" uuid, "methodKey" text, calls int, "answerKey" text, score float8, reason text, "otherScore" float8,
    tokens bigint)
), written AS (
  INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, score, reason,
                       other_score, tokens)
  SELECT "trialId", "methodKey", $3, $2, $1, calls, "answerKey", score, reason, "otherScore",
         tokens FROM new
), left_behind AS (
  DELETE FROM standing s USING new
  WHERE s.trial_id = new."trialId" AND s.method_key = new."methodKey"
    AND s.trial_id = ANY (ARRAY(SELECT "trialId" FROM new))
)
INSERT INTO method_calls (team_id, evaluation_id, grading_version, method_key, calls, resolved, correct, tokens, tokens_known)
SELECT $2, $1, e.regraded_to, c."methodKey", c.calls, count(*), count(*) FILTER (WHERE a.correct),
       coalesce(sum(charged.tokens), 0), count(charged.tokens)
FROM (SELECT "trialId" AS trial_id, "methodKey", calls, "answerKey", tokens FROM new) c
CROSS JOIN LATERAL (SELECT position FROM trial WHERE id = c.trial_id OFFSET 0) t
JOIN evaluation e ON e.id = $1
LEFT JOIN LATERAL (
  SELECT correct FROM answer_grade WHERE benchmark_id = e.benchmark_id AND position = t.position
  AND answer_key = c."answerKey" AND grading_version = $3 OFFSET 0) a ON true
${CHARGED_TOKENS}
GROUP BY e.regraded_to, c."methodKey", c.calls
ON CONFLICT (evaluation_id, grading_version, method_key, calls) DO UPDATE
SET resolved = method_calls.resolved + EXCLUDED.resolved, correct = method_calls.correct + EXCLUDED.correct,
    tokens = method_calls.tokens + EXCLUDED.tokens, tokens_known = method_calls.tokens_known + EXCLUDED.tokens_known`

/** One distinct answer of a question, with the reference answer it is to be compared with. */
export interface UngradedAnswer {
  readonly position: number
  readonly kind: AnswerKind
  readonly answerKey: string
  readonly rawAnswer: string | null
  /**
   * The key that grading compares, in the version asked for; null if votes compare spellings, or another version
   * computed it.
   */
  readonly key: string | null
  readonly gold: string
  /** The reference answer's key in that version; null if another version computed it. */
  readonly goldKey: string | null
}

export interface AnswerGrade {
  readonly position: number
  readonly answerKey: string
  readonly correct: boolean
}

interface Which {
  readonly evaluationId: string
  readonly gradingVersion: number
}

/**
 * Selects the answers of some trials that have no grade of this version yet. Nothing that decides reads them. Trials
 * are found by id alone: filtered by evaluation too, PostgreSQL would scan all of them until it has statistics on a
 * young evaluation.
 */
export async function ungradedAnswers(tx: Db, which: Which, trialIds: readonly string[]): Promise<UngradedAnswer[]> {
  return query<UngradedAnswer>(tx, UNGRADED, [which.evaluationId, which.gradingVersion, trialIds])
}

/** Stores grades, once for each distinct answer of a question. */
export async function writeGrades(tx: Db, which: Which, grades: readonly AnswerGrade[]): Promise<void> {
  if (grades.length > 0)
    await query(tx, WRITE_GRADES, [which.evaluationId, which.gradingVersion, JSON.stringify(grades)])
}

/** Each look-up is by key: joined, a benchmark's reference answers and grades would be read whole, once for each answer. */
const UNGRADED = `
WITH answered AS MATERIALIZED (
  SELECT DISTINCT ON (t.position, s.answer_key) t.position, s.answer_key, s.raw_answer, s.grading_version
  FROM unnest($3::uuid[]) AS w(id)
  CROSS JOIN LATERAL (SELECT position FROM trial WHERE id = w.id OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT answer_key, raw_answer, grading_version FROM sample
    WHERE trial_id = w.id AND state = 'read' AND answer_key IS NOT NULL OFFSET 0) s
  ORDER BY t.position, s.answer_key
)
SELECT s.position, b.answer_kind AS kind, s.answer_key AS "answerKey", s.raw_answer AS "rawAnswer", g.answer AS gold,
       CASE WHEN NOT coalesce((e.spec -> 'paper')::boolean, false) AND s.grading_version = $2 THEN s.answer_key END AS key,
       CASE WHEN g.grading_version = $2 THEN g.answer_key END AS "goldKey"
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id
CROSS JOIN answered s
CROSS JOIN LATERAL (
  SELECT answer, answer_key, grading_version FROM gold
  WHERE benchmark_id = e.benchmark_id AND position = s.position OFFSET 0) g
WHERE e.id = $1 AND (
  SELECT true FROM answer_grade a WHERE a.benchmark_id = e.benchmark_id AND a.position = s.position
  AND a.answer_key = s.answer_key AND a.grading_version = $2) IS NULL
ORDER BY s.position, s.answer_key`

const WRITE_GRADES = `
INSERT INTO answer_grade (team_id, benchmark_id, position, answer_key, grading_version, correct)
SELECT e.team_id, e.benchmark_id, g.position, g."answerKey", $2, g.correct
FROM evaluation e, jsonb_to_recordset($3::jsonb) AS g(position int, "answerKey" text, correct boolean)
WHERE e.id = $1
ON CONFLICT DO NOTHING`

/** The questions a threshold is fixed on, by position, and how many samples of each it needs. */
interface Calibration {
  readonly evaluationId: string
  readonly positions: readonly number[]
  readonly budget: number
}

/**
 * Selects the samples of calibration questions, those of one question together, by position; null while one of them is
 * neither drawn whole nor blocked.
 */
export async function selectCalibration(
  tx: Db,
  { evaluationId, positions, budget }: Calibration,
): Promise<(readonly ReadSample[])[] | null> {
  const [row] = await query<{ settled: number }>(tx, SETTLED, [evaluationId, positions, budget])
  if (row?.settled !== positions.length) return null
  const trials = await query<{ samples: ReadSample[] }>(tx, SAMPLES, [evaluationId, positions, budget])
  return trials.map(({ samples }) => samples)
}

const SETTLED = `
SELECT count(*)::int AS settled FROM trial t
WHERE t.evaluation_id = $1 AND t.replicate = 0 AND t.position = ANY ($2::int[])
  AND (t.read >= $3 OR EXISTS (
    SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.state = 'read' AND s.index < $3
      AND (s.outcome = 'invalid_request' OR s.outcome = 'infra_error' AND NOT t.retrying)))`

const SAMPLES = `
SELECT coalesce(s.samples, '[]'::jsonb) AS samples
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', coalesce(r.outcome, s.outcome),
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'signals', s.signals) ORDER BY s.index) AS samples
  FROM sample s
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = e.regraded_to
  WHERE s.trial_id = t.id AND s.state = 'read' AND s.index < $3
) s ON true
WHERE t.evaluation_id = $1 AND t.replicate = 0 AND t.position = ANY ($2::int[])
ORDER BY t.position`

/**
 * Stores a threshold, once, and has every trial that waited for it decided again, as when methods are added. Returns
 * false, and changes nothing, if it is already fixed.
 */
export async function fixThreshold(
  tx: Db,
  evaluationId: string,
  fixed: { readonly methodKey: string; readonly certification: Certification },
): Promise<boolean> {
  const rows = await query<{ id: string }>(
    tx,
    `UPDATE evaluation SET certified = certified || jsonb_build_object($2::text, $3::jsonb), reopened_up_to = 0
     WHERE id = $1 AND NOT certified ? $2 RETURNING id`,
    [evaluationId, fixed.methodKey, JSON.stringify(fixed.certification)],
  )
  return rows.length > 0
}
