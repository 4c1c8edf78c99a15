import { areCopies, type CopiesTerms, type RepeatedQuestion } from '@cges-fleet/statistics'
import { EvaluationEntity } from '../../entities/evaluation.js'
import { writeStatus } from '../evaluations/write-status.js'
import { type Db, query } from '../query.js'
import type { LockedEvaluation } from './lock-evaluation.js'

/** Trials judged, at most. */
const MOST = 64

/** `suspected`: they are if the seed is known to be ignored, and may be chance otherwise. */
export type CopiesJudgement = 'clear' | 'suspected' | 'found'

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

/** Pauses a running evaluation, so that somebody decides whether it goes on. */
export function pauseForCopies(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  reason: string,
): Promise<void> {
  return writeStatus(tx, evaluation, { to: 'paused', event: 'paused', reason })
}
