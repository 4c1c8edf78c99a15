import type { AlarmNote } from '@cges-fleet/core'
import {
  alarmWarning,
  areCopies,
  COPIED_SHARE,
  type CopiesTerms,
  type Homogeneity,
  type RepeatedQuestion,
  startHomogeneity,
  type WatchedSample,
  watchHomogeneity,
} from '@cges-fleet/statistics'
import { type Db, query } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { EvaluationEntity } from '../schema/evaluation.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/** The trials by which the closed prefix has grown, from one ordinal to before another, and what was watched before them. */
export interface Growth {
  readonly start: number
  readonly prefix: number
  /** Null if the prefix has not grown, or nothing was watched yet. */
  readonly watched: Homogeneity | null
  /** They were unlike before: nothing can be said of the rest. */
  readonly alarmed: boolean
}

/** What was found in them. */
export interface Watched {
  readonly alarmed: boolean
  /** What an event was written of just now. */
  readonly alarm: AlarmNote | null
}

/**
 * Watches whether the first samples of the trials that came to the closed prefix are like those before, and writes an
 * event when they are not: the first time, and once it is known whose they are.
 */
export async function watchSamples(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  { start, prefix, watched, alarmed }: Growth,
): Promise<Watched> {
  if (prefix <= start) return { alarmed, alarm: null }
  const before = (start === 0 ? null : watched) ?? startHomogeneity()
  if (before.alarm?.kind === 'server') return { alarmed: true, alarm: null }
  const samples = await query<WatchedSample>(tx, FIRST, [evaluation.id, start, prefix])
  const state = watchHomogeneity(before, samples, evaluation.id)
  await query(tx, KEEP, [evaluation.id, JSON.stringify(state)])
  const alarm = state.alarm?.kind === before.alarm?.kind ? null : alarmWarning(state)
  if (alarm !== null) await writeEvent(tx, evaluation, { kind: 'alarm', reason: alarm })
  return { alarmed: state.alarm !== null, alarm }
}

const FIRST = `
SELECT k.worker_id AS server, coalesce(a.correct, false) AS right
FROM (SELECT id, ordinal, position FROM trial WHERE evaluation_id = $1 AND ordinal >= $2 AND ordinal < $3 OFFSET 0) t
CROSS JOIN LATERAL (
  SELECT state, outcome, answer_key, grading_version FROM sample WHERE trial_id = t.id AND index = 0 OFFSET 0) s
LEFT JOIN LATERAL (
  SELECT worker_id FROM call WHERE trial_id = t.id AND index = 0 AND kind = 'draw' OFFSET 0) k ON true
LEFT JOIN LATERAL (
  SELECT correct FROM answer_grade
  WHERE benchmark_id = (SELECT benchmark_id FROM evaluation WHERE id = $1) AND position = t.position
    AND answer_key = s.answer_key AND grading_version = s.grading_version OFFSET 0) a ON true
WHERE s.state = 'read' AND s.outcome NOT IN ('invalid_request', 'infra_error')
ORDER BY t.ordinal`

const KEEP = `UPDATE evaluation SET homogeneity = $2 WHERE id = $1`

/** After this many trials with several texts, the first round is over. */
export const FIRST_ROUND = 32

/** What a round found in the samples it has just read, beside their answers. */
export interface CountedTexts {
  /** Trials with at least two texts, and those of them whose texts are all one. */
  readonly repeated: number
  readonly copied: number
  /** Nearly all of them are, and whether the samples are copies is still to be judged. */
  readonly isSuspicious: boolean
  /** Signals that these samples lack although a method needs them; empty if none do. */
  readonly lacks: readonly string[]
}

/** Counts the distinct texts of some trials, and the evaluation's with them; every sample read counts once. */
export async function countTexts(tx: Db, evaluationId: string, trialIds: readonly string[]): Promise<CountedTexts> {
  const [row] = await query<CountedTexts>(tx, COUNT, [evaluationId, trialIds])
  return row ?? { repeated: 0, copied: 0, isSuspicious: false, lacks: [] }
}

/** Rows are found by key, one by one, as where landed samples are taken. */
const COUNT = `
WITH now AS MATERIALIZED (
  SELECT w.id, t.texts AS texts_before, t.distinct_texts AS distinct_before, c.texts, c.distinct_texts, c.lacks
  FROM unnest($2::uuid[]) AS w(id)
  CROSS JOIN LATERAL (SELECT texts, distinct_texts FROM trial WHERE id = w.id OFFSET 0) t
  CROSS JOIN LATERAL (
    SELECT count(b.text_hash)::int AS texts, count(DISTINCT b.text_hash)::int AS distinct_texts,
           (array_agg(to_jsonb(s.lacks)) FILTER (WHERE s.lacks IS NOT NULL))[1] AS lacks
    FROM (SELECT index, lacks FROM sample WHERE trial_id = w.id AND state = 'read' OFFSET 0) s
    LEFT JOIN LATERAL (SELECT text_hash FROM sample_body WHERE trial_id = w.id AND index = s.index OFFSET 0) b ON true) c
), changed AS (
  UPDATE trial t SET texts = n.texts, distinct_texts = n.distinct_texts FROM now n
  WHERE t.id = n.id AND t.id = ANY ($2::uuid[])
), sums AS (
  SELECT coalesce(sum(texts - texts_before), 0)::int AS texts,
         coalesce(sum(distinct_texts - distinct_before), 0)::int AS distinct_texts,
         (count(*) FILTER (WHERE texts > 1) - count(*) FILTER (WHERE texts_before > 1))::int AS repeated,
         (count(*) FILTER (WHERE texts > 1 AND distinct_texts = 1)
          - count(*) FILTER (WHERE texts_before > 1 AND distinct_before = 1))::int AS copied
  FROM now
)
UPDATE evaluation e
SET texts = e.texts + s.texts, distinct_texts = e.distinct_texts + s.distinct_texts,
    trials_repeated = e.trials_repeated + s.repeated, trials_copied = e.trials_copied + s.copied,
    copies = CASE WHEN e.copies IS NULL AND e.trials_repeated + s.repeated >= ${FIRST_ROUND}
      AND e.trials_copied + s.copied < ${COPIED_SHARE} * (e.trials_repeated + s.repeated) THEN 'clear' ELSE e.copies END
FROM sums s WHERE e.id = $1
RETURNING e.trials_repeated AS repeated, e.trials_copied AS copied,
  e.copies IS NULL AND e.trials_repeated > 0 AND e.trials_copied >= ${COPIED_SHARE} * e.trials_repeated AS "isSuspicious",
  coalesce((SELECT jsonb_agg(DISTINCT l) FROM now n, jsonb_array_elements_text(n.lacks) l), '[]') AS lacks`

/** Trials judged, at most. */
const MOST = 64

/** `suspected`: they are if the seed is known to be ignored, and may be chance otherwise. */
type CopiesJudgement = 'clear' | 'suspected' | 'found'

/**
 * Judges whether the samples of an evaluation's first trials are copies of each other, by their texts and these texts'
 * probabilities.
 */
export async function judgeSamples(
  tx: Db,
  evaluationId: string,
  terms: Omit<CopiesTerms, 'suspected'>,
): Promise<CopiesJudgement> {
  const questions = await query<RepeatedQuestion>(tx, REPEATED, [evaluationId, MOST])
  if (areCopies(questions, terms)) return 'found'
  return areCopies(questions, { ...terms, suspected: true }) ? 'suspected' : 'clear'
}

/** The text's probability is the power of its geometric mean by its length. */
const REPEATED = `
SELECT t.texts, t.distinct_texts AS distinct, coalesce(s.characters, 0)::int AS characters,
       s.tokens * ln(greatest(s.mean, 1e-6)) AS "logProbability"
FROM (
  SELECT id, ordinal, texts, distinct_texts FROM trial
  WHERE evaluation_id = $1 AND texts > 1 ORDER BY ordinal LIMIT $2) t
LEFT JOIN LATERAL (
  SELECT coalesce(length(b.reasoning), 0) + length(b.text) AS characters, s.completion_tokens::float8 AS tokens,
         (s.signals ->> 'lns-geom')::float8 AS mean
  FROM sample s JOIN sample_body b ON b.trial_id = s.trial_id AND b.index = s.index
  WHERE s.trial_id = t.id AND s.state = 'read' ORDER BY s.index LIMIT 1) s ON true
ORDER BY t.ordinal`

/** Stores whether an evaluation's samples are copies of each other, which is judged once. */
export async function storeCopies(tx: Db, evaluationId: string, copies: 'clear' | 'found'): Promise<void> {
  await tx.getRepository(EvaluationEntity).update({ id: evaluationId }, { copies, version: () => 'version + 1' })
}
