import type { AnswerTier } from '@cges-fleet/answers'
import type { GradedAnswer, Outcome } from '@cges-fleet/core'
import type { Confidences, MinimaByWindow } from '@cges-fleet/methods'
import { IsNull } from 'typeorm'
import { RegradeEntity } from '../../entities/regrade.js'
import { type Db, query } from '../query.js'
import { DECIDED_HERE } from '../external/decided-here.js'
import { TEXT_BYTES_PER_PAGE, trialsPerPage } from '../exports/trials-per-page.js'

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
