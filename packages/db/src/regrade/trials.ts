import type { AnswerTier } from '@cges-fleet/answers'
import type { GradedAnswer, Outcome, RegradeFlip } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { IsNull } from 'typeorm'
import { type Db, query } from '../connection/query.js'
import { TEXT_BYTES_PER_PAGE, trialsPerPage } from '../evaluations/exports.js'
import { CHARGED_TOKENS, DECIDED_HERE, settleBest, verdictDigest } from '../evaluations/verdicts.js'
import { RegradeEntity } from '../schema/regrade.js'
import { resetLiveTotals } from '../statistics-tables/live.js'
import { type AnswerGrade, type NewVerdict, writeGrades } from '../rounds/decisions.js'

/** A stored sample, with its text to read again, if that is still stored. */
export interface StoredSample {
  readonly index: number
  readonly outcome: Outcome
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
  readonly signals: Confidences | null
  readonly completionTokens?: number | null
  readonly minima?: MinimaByWindow | null
  readonly text: string | null
}

export interface StoredVerdict extends GradedAnswer {
  readonly methodKey: string
}

export interface TrialToRegrade {
  readonly id: string
  /** True if its texts are too large to load at once: then each is an empty string, to be selected by itself. */
  readonly textsApart: boolean
  readonly ordinal: number
  readonly position: number
  readonly replicate: number
  readonly choices: readonly string[] | null
  /** The reference answer: read only for grading, after the decision. */
  readonly gold: string
  readonly samples: readonly StoredSample[]
  /** The newest verdict of each method before this grading version. */
  readonly verdicts: readonly StoredVerdict[]
  /** Keys of the answers graded right before. */
  readonly right: readonly string[]
}

/** Selects the next trials to regrade, by ordinal. */
export async function selectTrialsToRegrade(
  tx: Db,
  evaluationId: string,
  from: { readonly ordinal: number; readonly gradingVersion: number; readonly samplesPerTrial: number },
): Promise<TrialToRegrade[]> {
  return query<TrialToRegrade>(tx, TRIALS, [
    evaluationId,
    from.ordinal,
    from.gradingVersion,
    trialsPerPage(from.samplesPerTrial, true),
    TEXT_BYTES_PER_PAGE,
  ])
}

/** The regrade an ended evaluation is waiting for; null if none. */
export async function waitingRegrade(tx: Db, evaluationId: string): Promise<number | null> {
  const newest = await tx.getRepository(RegradeEntity).findOne({
    where: { evaluationId, finishedAt: IsNull() },
    order: { gradingVersion: 'DESC' },
  })
  return newest?.gradingVersion ?? null
}

const TRIALS = `
WITH page AS (
  SELECT * FROM (
    SELECT n.*, b.bytes > $5 AS apart, sum(b.bytes) OVER (ORDER BY n.ordinal) - b.bytes AS bytes_before
    FROM (SELECT * FROM trial WHERE evaluation_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT $4) n
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(octet_length(text)), 0) AS bytes FROM sample_body WHERE trial_id = n.id
    ) b
  ) sized WHERE bytes_before < $5
)
SELECT t.id, t.apart AS "textsApart", t.ordinal, t.position, t.replicate, q.choices, g.answer AS gold,
       coalesce(s.samples, '[]') AS samples, coalesce(v.verdicts, '[]') AS verdicts, coalesce(v."right", '{}') AS "right"
FROM page t
JOIN evaluation e ON e.id = t.evaluation_id
JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
JOIN gold g ON g.benchmark_id = e.benchmark_id AND g.position = t.position
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'outcome', s.outcome, 'rawAnswer', s.raw_answer, 'answerKey', s.answer_key,
           'answerTier', s.answer_tier, 'signals', s.signals,
           'completionTokens', s.completion_tokens, 'minima', s.minima, 'text', CASE WHEN t.apart THEN left(b.text, 0) ELSE b.text END) ORDER BY s.index) AS samples
  FROM sample s LEFT JOIN sample_body b ON b.trial_id = s.trial_id AND b.index = s.index
  WHERE s.trial_id = t.id AND s.state = 'read'
) s ON true
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'methodKey', n.method_key, 'calls', n.calls, 'answer', n.answer_key, 'reason', n.reason,
           'correct', coalesce(a.correct, false)) ORDER BY n.method_key) AS verdicts,
         (SELECT array_agg(DISTINCT answer_key) FROM answer_grade
          WHERE benchmark_id = e.benchmark_id AND position = t.position AND correct AND grading_version < $3) AS "right"
  FROM (
    SELECT DISTINCT ON (method_key) * FROM verdict
    WHERE trial_id = t.id AND grading_version < $3 AND ${DECIDED_HERE} ORDER BY method_key, grading_version DESC
  ) n
  LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position
    AND a.answer_key = n.answer_key AND a.grading_version = n.grading_version
) v ON true
ORDER BY t.ordinal`

export interface RegradedSample {
  readonly trialId: string
  readonly index: number
  readonly outcome: 'answer' | 'no_answer'
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly answerTier: AnswerTier | null
}

export type NewFlip = Omit<RegradeFlip, 'questionId' | 'replicate'> & { readonly trialId: string }

/** The results of regrading some trials; every row is new, none changes. */
export interface RegradedTrials {
  readonly evaluationId: string
  readonly teamId: string
  readonly gradingVersion: number
  readonly read: number
  readonly unreadable: number
  readonly samples: readonly RegradedSample[]
  readonly grades: readonly AnswerGrade[]
  readonly verdicts: readonly NewVerdict[]
  readonly flips: readonly NewFlip[]
}

/** Stores the results of regrading some trials. */
export async function writeRegraded(tx: Db, regraded: RegradedTrials): Promise<void> {
  const { evaluationId, teamId, gradingVersion } = regraded
  const where = [evaluationId, teamId, gradingVersion]
  await query(tx, SAMPLES, [...where, JSON.stringify(regraded.samples)])
  await writeGrades(tx, regraded, regraded.grades)
  await query(tx, VERDICTS, [...where, JSON.stringify(regraded.verdicts)])
  await query(tx, FLIPS, [...where, JSON.stringify(regraded.flips)])
  await query(
    tx,
    `UPDATE regrade SET samples = samples + $3, unreadable = unreadable + $4
     WHERE evaluation_id = $1 AND grading_version = $2`,
    [evaluationId, gradingVersion, regraded.read, regraded.unreadable],
  )
}

/** Makes the regraded verdicts current: totals, digest, and the version they were read with. */
export async function finishRegrade(tx: Db, evaluationId: string, gradingVersion: number): Promise<void> {
  await query(tx, TOTALS, [evaluationId, gradingVersion])
  await resetLiveTotals(tx, evaluationId)
  const digest = await verdictDigest(tx, evaluationId)
  await tx.getRepository(RegradeEntity).update({ evaluationId, gradingVersion }, { finishedAt: () => 'now()', digest })
  await query(
    tx,
    `UPDATE evaluation SET regraded_to = $2, grading_version = $2, version = version + 1,
            digest = CASE WHEN digest IS NULL THEN NULL ELSE $3 END
     WHERE id = $1`,
    [evaluationId, gradingVersion, digest],
  )
  await settleBest(tx, evaluationId)
}

const SAMPLES = `
INSERT INTO regraded_sample (trial_id, index, grading_version, team_id, evaluation_id, outcome, raw_answer, answer_key,
                             answer_tier)
SELECT s."trialId", s.index, $3, $2, $1, s.outcome, s."rawAnswer", s."answerKey", s."answerTier"
FROM jsonb_to_recordset($4::jsonb) AS s(
  "trialId" uuid, index int, outcome text, "rawAnswer" text, "answerKey" text, "answerTier" text)`

const VERDICTS = `
INSERT INTO verdict (trial_id, method_key, grading_version, team_id, evaluation_id, calls, answer_key, score, reason,
                     other_score, tokens)
SELECT v."trialId", v."methodKey", $3, $2, $1, v.calls, v."answerKey", v.score, v.reason, v."otherScore", v.tokens
FROM jsonb_to_recordset($4::jsonb) AS v(
  "trialId" uuid, "methodKey" text, calls int, "answerKey" text, score float8, reason text, "otherScore" float8,
  tokens bigint)`

const FLIPS = `
INSERT INTO regrade_flip (team_id, evaluation_id, grading_version, trial_id, sample_index, method_key, before, after)
SELECT $2, $1, $3, f."trialId", f.sample, f.method, f.before, f.after
FROM jsonb_to_recordset($4::jsonb) AS f("trialId" uuid, sample int, method text, before jsonb, after jsonb)`

const TOTALS = `
INSERT INTO method_calls (team_id, evaluation_id, grading_version, method_key, calls, resolved, correct, tokens, tokens_known)
SELECT c.team_id, c.evaluation_id, $2, c.method_key, c.calls, count(*), count(*) FILTER (WHERE a.correct),
       coalesce(sum(charged.tokens), 0), count(charged.tokens)
FROM verdict c
JOIN trial t ON t.id = c.trial_id
JOIN evaluation e ON e.id = c.evaluation_id
LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position
  AND a.answer_key = c.answer_key AND a.grading_version = c.grading_version
${CHARGED_TOKENS}
WHERE c.evaluation_id = $1 AND c.grading_version = $2
GROUP BY c.team_id, c.evaluation_id, c.method_key, c.calls`
