import type { AnswerTier } from '@cges-fleet/answers'
import type { Outcome, SampleAttempt } from '@cges-fleet/core'
import type { Confidences } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import { CHARGED_TOKENS } from '../evaluations/verdicts.js'
import { TrialEntity } from '../schema/trial.js'
import type { TrialPlace } from './question-page.js'
import type { Questioned } from './questioned.js'
import { ANSWER_KEY, REGRADED } from './selection.js'

interface StoredQuestionSample {
  readonly index: number
  readonly state: 'pending' | 'leased' | 'landed' | 'read'
  readonly outcome: Outcome | null
  readonly rawAnswer: string | null
  readonly answerKey: string | null
  readonly tier: AnswerTier | null
  readonly signals: Confidences | null
  readonly lowestGroups: Readonly<Record<string, number>> | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly finishReason: string | null
  readonly ttftMs: number | null
  readonly totalMs: number | null
  readonly error: string | null
  readonly excerpt: string | null
  readonly text: boolean
  readonly reasoning: boolean
  readonly tokens: boolean
  readonly attempts: readonly SampleAttempt[]
}

interface StoredQuestionVerdict {
  readonly method: string
  readonly state: 'resolved' | 'open' | 'blocked'
  readonly calls: number
  readonly answerKey: string | null
  readonly score: number | null
  readonly otherScore: number | null
  readonly tokens: number | null
  readonly reason: string | null
  readonly correct: boolean | null
}

/** One trial with its question, its samples and its verdicts. */
export interface StoredQuestion extends TrialPlace {
  readonly trialId: string
  readonly questionId: string
  readonly state: 'open' | 'closed' | 'blocked'
  readonly question: string
  readonly choices: string[] | null
  readonly gold: string
  /** Whether each answer is right, by its key, in the newest grading. */
  readonly grades: Readonly<Record<string, boolean>>
  readonly samples: readonly StoredQuestionSample[]
  readonly verdicts: readonly StoredQuestionVerdict[]
}

/** Selects one trial of an evaluation, except for the full texts; null if it does not exist (yet). */
export async function selectQuestion(db: Db, { id }: Questioned, place: TrialPlace): Promise<StoredQuestion | null> {
  const [row] = await query<StoredQuestion>(db, READ, [id, place.replicate, place.position])
  return row ?? null
}

/** Attempts shown of one sample: a call is given up before it has more. */
const ATTEMPTS = 10

/** The samples of trial `t` by index, as `i`: those that landed and those on their way. */
const SAMPLE_PLACES = `(
  SELECT index FROM sample WHERE trial_id = t.id
  UNION
  SELECT index FROM call WHERE trial_id = t.id AND kind = 'draw' AND live
) i`

/**
 * The state of sample `s`, or of its call if it has not landed, and its newest attempts, as `state` and `attempts`. An
 * attempt under way is its call's own; imported samples have none.
 */
const DELIVERY = `
SELECT coalesce(s.state, max(k.state)) AS state, coalesce(jsonb_agg(jsonb_build_object(
         'attempt', l.fence, 'state', l.state, 'reason', left(l.reason, 300), 'worker', l.worker_id,
         'startedAt', l.started_at, 'endedAt', l.ended_at) ORDER BY l.fence) FILTER (WHERE l.fence IS NOT NULL), '[]'::jsonb) AS attempts
FROM (SELECT 1) one
LEFT JOIN call k ON k.trial_id = t.id AND k.index = i.index AND k.kind = 'draw'
LEFT JOIN LATERAL (
  SELECT fence, state, reason, worker_id, started_at, ended_at FROM call_ledger WHERE call_id = k.id
  UNION ALL
  SELECT k.fence, 'started', NULL, k.worker_id, k.claimed_at, NULL WHERE k.state = 'leased'
  ORDER BY fence DESC LIMIT ${ATTEMPTS}
) l ON true`

/** Of each window that a trace was followed by, what its last new low was. */
const LOWEST_GROUPS = `(
  SELECT jsonb_object_agg(w.key, w.value -> -1 -> 1) FROM jsonb_each(s.minima) w WHERE w.value <> '[]')`

const SAMPLES = `
SELECT jsonb_agg(jsonb_build_object(
         'index', i.index, 'state', d.state, 'outcome', coalesce(g.outcome, s.outcome),
         'rawAnswer', left(CASE WHEN g.trial_id IS NULL THEN s.raw_answer ELSE g.raw_answer END, 300),
         'answerKey', ${ANSWER_KEY}, 'tier', CASE WHEN g.trial_id IS NULL THEN s.answer_tier ELSE g.answer_tier END,
         'signals', s.signals, 'lowestGroups', ${LOWEST_GROUPS}, 'promptTokens', s.prompt_tokens, 'completionTokens', s.completion_tokens,
         'finishReason', s.finish_reason, 'ttftMs', s.ttft_ms, 'totalMs', s.total_ms, 'error', s.error,
         'excerpt', right(y.text, 160), 'text', y.text IS NOT NULL, 'reasoning', y.reasoning IS NOT NULL,
         'tokens', y.logprobs IS NOT NULL, 'attempts', d.attempts) ORDER BY i.index) AS samples
FROM ${SAMPLE_PLACES}
LEFT JOIN sample s ON s.trial_id = t.id AND s.index = i.index
${REGRADED}
LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
CROSS JOIN LATERAL (${DELIVERY}) d`

const VERDICTS = `
SELECT jsonb_agg(to_jsonb(m)) AS verdicts
FROM (
  SELECT c.method_key AS method, 'resolved' AS state, c.calls, c.answer_key AS "answerKey", c.score, c.reason, c.other_score AS "otherScore",
         charged.tokens, coalesce(a.correct, false) AS correct
  FROM (
    SELECT DISTINCT ON (method_key) * FROM verdict WHERE trial_id = t.id ORDER BY method_key, grading_version DESC
  ) c
  LEFT JOIN answer_grade a ON a.benchmark_id = e.benchmark_id AND a.position = t.position
    AND a.answer_key = c.answer_key AND a.grading_version = c.grading_version
  ${CHARGED_TOKENS}
  UNION ALL
  SELECT s.method_key, CASE WHEN s.blocked THEN 'blocked' ELSE 'open' END, s.read_up_to, s.leader, s.score, NULL, NULL, NULL, NULL
  FROM standing s WHERE s.trial_id = t.id
) m`

const READ = `
SELECT t.id AS "trialId", t.position, t.replicate, t.question_id AS "questionId", t.state, q.question, q.choices, o.answer AS gold,
       coalesce(k.grades, '{}'::jsonb) AS grades, coalesce(s.samples, '[]'::jsonb) AS samples,
       coalesce(w.verdicts, '[]'::jsonb) AS verdicts
FROM trial t
JOIN evaluation e ON e.id = t.evaluation_id
JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
JOIN gold o ON o.benchmark_id = e.benchmark_id AND o.position = t.position
LEFT JOIN LATERAL (
  SELECT jsonb_object_agg(a.answer_key, a.correct) AS grades
  FROM (
    SELECT DISTINCT ON (answer_key) answer_key, correct FROM answer_grade
    WHERE benchmark_id = e.benchmark_id AND position = t.position ORDER BY answer_key, grading_version DESC
  ) a
) k ON true
LEFT JOIN LATERAL (${SAMPLES}) s ON true
LEFT JOIN LATERAL (${VERDICTS}) w ON true
WHERE t.evaluation_id = $1 AND t.replicate = $2 AND t.position = $3`

/** Which sample of which trial. */
interface SampleAt {
  readonly trialId: string
  readonly index: number
}

/** Characters selected of a text at once: 64 kB at most. */
const CHARACTERS = 16_000

interface TextPart {
  readonly text: string | null
  readonly characters: number
}

/** Selects a part of what the model wrote, or thought, from a character on; null if there is no such sample. */
export async function selectTextPart(
  db: Db,
  { trialId, index }: SampleAt,
  part: 'text' | 'reasoning',
  from: number,
): Promise<(TextPart & { readonly next: number | null }) | null> {
  const [row] = await query<TextPart>(
    db,
    `SELECT substr(w.whole, $3::int + 1, ${CHARACTERS}) AS text, coalesce(length(w.whole), 0) AS characters
     FROM sample s LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
     CROSS JOIN LATERAL (SELECT CASE $4::text WHEN 'text' THEN y.text ELSE y.reasoning END AS whole) w
     WHERE s.trial_id = $1 AND s.index = $2`,
    [trialId, index, from, part],
  )
  if (row === undefined) return null
  return { ...row, next: from + CHARACTERS < row.characters ? from + CHARACTERS : null }
}

/** A sample's tokens as they are stored: compressed, four bytes each. */
interface StoredTokens {
  readonly ids: Buffer | null
  readonly logprobs: Buffer | null
}

/** Selects a sample's tokens; null if there is no such sample. */
export async function selectStoredTokens(db: Db, { trialId, index }: SampleAt): Promise<StoredTokens | null> {
  const [row] = await query<StoredTokens>(
    db,
    `SELECT y.token_ids AS ids, y.logprobs FROM sample s
     LEFT JOIN sample_body y ON y.trial_id = s.trial_id AND y.index = s.index
     WHERE s.trial_id = $1 AND s.index = $2`,
    [trialId, index],
  )
  return row ?? null
}

/** Finds a trial's id by its position in an evaluation. */
export async function findTrialId(
  db: Db,
  evaluationId: string,
  replicate: number,
  position: number,
): Promise<string | null> {
  const trial = await db.getRepository(TrialEntity).findOne({ where: { evaluationId, replicate, position } })
  return trial?.id ?? null
}
