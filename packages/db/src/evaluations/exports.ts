import type { VoteRules } from '@cges-fleet/answers'
import type { ExportedTrial } from '@cges-fleet/formats'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { DECIDED_HERE } from './verdicts.js'

/** One trial with everything stored about it. */
export interface StoredTrial extends ExportedTrial {
  readonly id: string
  /** True if its texts are too large to load at once: then each is an empty string, to be selected by itself. */
  readonly textsApart: boolean
}

/** A page's last trial, after which the next page begins. */
export type ExportPlace = Pick<ExportedTrial, 'replicate' | 'position'>

interface ExportPageWanted {
  readonly evaluationId: string
  readonly after: ExportPlace | null
  readonly texts: boolean
  /** Whether to include the questions of a gated benchmark and their answers. */
  readonly examples: boolean
  /** The most samples a trial can have: pages of larger trials hold fewer of them. */
  readonly samplesPerTrial: number
}

/**
 * Selects the next page of an evaluation's trials with samples and verdicts, for an export of any length; empty at the
 * end.
 */
export async function selectExportPage(db: Db, team: TeamId, wanted: ExportPageWanted): Promise<StoredTrial[]> {
  const { evaluationId, after, texts, examples, samplesPerTrial } = wanted
  return query<StoredTrial>(db, READ, [
    team,
    evaluationId,
    after?.replicate ?? -1,
    after?.position ?? -1,
    texts,
    examples,
    trialsPerPage(samplesPerTrial, texts),
    TEXT_BYTES_PER_PAGE,
  ])
}

const READ = `
WITH next AS (
  SELECT t.id, t.replicate, t.position, t.question_id, e.benchmark_id, e.regraded_to, b.template,
         $6::boolean OR NOT coalesce((b.dataset ->> 'gated')::boolean, false) AS shown
  FROM evaluation e
  JOIN benchmark b ON b.id = e.benchmark_id
  JOIN trial t ON t.evaluation_id = e.id
  WHERE e.team_id = $1 AND e.id = $2 AND (t.replicate, t.position) > ($3::int, $4::int)
  ORDER BY t.replicate, t.position LIMIT $7::int
), page AS (
  SELECT * FROM (
    SELECT n.*, y.bytes > $8 AS apart, sum(y.bytes) OVER (ORDER BY n.replicate, n.position) - y.bytes AS bytes_before
    FROM next n CROSS JOIN LATERAL (
      SELECT coalesce(sum(octet_length(text)), 0) AS bytes FROM sample_body WHERE $5::boolean AND trial_id = n.id
    ) y
  ) sized WHERE bytes_before < $8
)
SELECT p.id, p.apart AS "textsApart", p.position, p.replicate, p.question_id AS "questionId", p.template,
       CASE WHEN p.shown THEN q.question END AS question, CASE WHEN p.shown THEN q.choices END AS choices,
       CASE WHEN p.shown THEN g.answer END AS gold, CASE WHEN p.shown THEN g.answer_key END AS "goldKey",
       coalesce(k.grades, '{}'::jsonb) AS grades, coalesce(s.samples, '[]'::jsonb) AS samples,
       coalesce(v.verdicts, '[]'::jsonb) AS verdicts, coalesce(o.places, '{}'::jsonb) AS places
FROM page p
JOIN question q ON q.benchmark_id = p.benchmark_id AND q.position = p.position
LEFT JOIN gold g ON g.benchmark_id = p.benchmark_id AND g.position = p.position
LEFT JOIN LATERAL (
  SELECT jsonb_object_agg(a.answer_key, a.correct) AS grades
  FROM (
    SELECT DISTINCT ON (answer_key) answer_key, correct FROM answer_grade
    WHERE benchmark_id = p.benchmark_id AND position = p.position ORDER BY answer_key, grading_version DESC
  ) a
) k ON p.shown
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'index', s.index, 'seed', s.seed, 'outcome', coalesce(r.outcome, s.outcome),
           'text', CASE WHEN $5::boolean AND p.shown THEN CASE WHEN p.apart THEN left(y.text, 0) ELSE y.text END END, 'answer', CASE WHEN r.trial_id IS NULL THEN s.raw_answer ELSE r.raw_answer END,
           'answerKey', CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END,
           'answerTier', CASE WHEN r.trial_id IS NULL THEN s.answer_tier ELSE r.answer_tier END,
           'gradingVersion', CASE WHEN s.grading_version IS NOT NULL THEN greatest(s.grading_version, p.regraded_to) END,
           'signals', s.signals, 'minima', s.minima,
           'finishReason', s.finish_reason, 'promptTokens', s.prompt_tokens,
           'completionTokens', s.completion_tokens, 'totalMs', s.total_ms, 'engine', s.engine, 'error', s.error,
           'attempt', coalesce(c.fence, 0), 'startedAt', coalesce(c.created_at, s.landed_at), 'completedAt', s.landed_at) ORDER BY s.index) AS samples
  FROM sample s LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index AND $5::boolean
  LEFT JOIN call c ON c.trial_id = s.trial_id AND c.index = s.index AND c.kind = 'draw'
  LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index AND r.grading_version = p.regraded_to
  WHERE s.trial_id = p.id AND s.state = 'read'
) s ON true
LEFT JOIN LATERAL (
  SELECT jsonb_agg(jsonb_build_object(
           'methodKey', v.method_key, 'calls', v.calls, 'answerKey', v.answer_key, 'score', v.score,
           'otherScore', v.other_score, 'tokens', v.tokens, 'reason', v.reason, 'correct', coalesce(a.correct, false)) ORDER BY v.method_key) AS verdicts
  FROM (
    SELECT DISTINCT ON (method_key) * FROM verdict WHERE trial_id = p.id AND ${DECIDED_HERE} ORDER BY method_key, grading_version DESC
  ) v
  LEFT JOIN answer_grade a ON a.benchmark_id = p.benchmark_id AND a.position = p.position
    AND a.answer_key = v.answer_key AND a.grading_version = v.grading_version
) v ON true
LEFT JOIN LATERAL (
  SELECT jsonb_object_agg(o.method_key, array_position(o.easy_to_hard, p.position) - 1) AS places
  FROM ranking_order o WHERE o.evaluation_id = $2 AND o.replicate = p.replicate
) o ON true
ORDER BY p.replicate, p.position`

/** Selects the text the model wrote for one sample; null if none is stored. */
export async function selectSampleText(db: Db, trialId: string, index: number): Promise<string | null> {
  const [row] = await query<{ text: string }>(db, 'SELECT text FROM sample_body WHERE trial_id = $1 AND index = $2', [
    trialId,
    index,
  ])
  return row?.text ?? null
}

/** Selects how an evaluation's votes compare answers: to regrade it, or to read its export without the fleet. */
export async function selectVoteRules(db: Db, team: TeamId, evaluationId: string): Promise<VoteRules> {
  const [row] = await query<VoteRules>(
    db,
    `SELECT b.answer_kind AS kind, coalesce((e.spec -> 'paper')::boolean, false) AS paper
     FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id WHERE e.team_id = $1 AND e.id = $2`,
    [team, evaluationId],
  )
  if (row === undefined) throw new Error(`no evaluation ${evaluationId}`)
  return row
}

/**
 * A page ends with the trial that brings its texts to this size; a trial that exceeds it alone is selected without
 * texts.
 */
export const TEXT_BYTES_PER_PAGE = 4 * 1024 * 1024

const SAMPLES_PER_PAGE = 8192
const MOST_TRIALS = { withTexts: 50, without: 500 }

/** Returns how many trials to select at once, so that a page fits into memory whatever its samples hold. */
export function trialsPerPage(samplesPerTrial: number, texts: boolean): number {
  const most = texts ? MOST_TRIALS.withTexts : MOST_TRIALS.without
  return Math.max(1, Math.min(most, Math.floor(SAMPLES_PER_PAGE / samplesPerTrial)))
}
