import type { AnswerTier } from '@cges-fleet/answers'
import type { RegradeFlip } from '@cges-fleet/core'
import { RegradeEntity } from '../../entities/regrade.js'
import { type AnswerGrade, writeGrades } from '../rounds/grade-answers.js'
import { type Db, query } from '../query.js'
import { settleBest } from '../evaluations/settle-best.js'
import { verdictDigest } from '../evaluations/verdict-digest.js'
import type { NewVerdict } from '../rounds/write-decisions.js'
import { CHARGED_TOKENS } from '../figures/charged-tokens.js'
import { resetLiveFigures } from '../figures/reset-live-figures.js'

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
  await resetLiveFigures(tx, evaluationId)
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
