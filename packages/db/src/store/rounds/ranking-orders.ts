import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from '../query.js'

export interface FinishedRanking {
  readonly replicate: number
  readonly results: readonly { readonly batch: readonly number[]; readonly order: readonly number[] | null }[]
}

/** Selects the replicates of a method whose batches are all ranked but whose order is not stored yet. */
export async function finishedRankings(tx: Db, evaluationId: string, methodKey: string): Promise<FinishedRanking[]> {
  return query<FinishedRanking>(
    tx,
    `SELECT replicate,
            jsonb_agg(jsonb_build_object('batch', positions, 'order', easiest_first) ORDER BY batch) AS results
     FROM ranking r
     WHERE evaluation_id = $1 AND method_key = $2 AND NOT EXISTS (
       SELECT 1 FROM ranking_order o
       WHERE o.evaluation_id = r.evaluation_id AND o.method_key = r.method_key AND o.replicate = r.replicate)
     GROUP BY replicate HAVING bool_and(state = 'landed') ORDER BY replicate`,
    [evaluationId, methodKey],
  )
}

/** Stores the order of a set's questions, from easy to hard, once. */
export async function writeRankingOrder(
  tx: Db,
  evaluation: LockedEvaluation,
  order: { methodKey: string; replicate: number; easyToHard: readonly number[] },
): Promise<void> {
  await query(
    tx,
    `INSERT INTO ranking_order (evaluation_id, team_id, method_key, replicate, easy_to_hard)
     VALUES ($1, $2, $3, $4, $5)`,
    [evaluation.id, evaluation.teamId, order.methodKey, order.replicate, order.easyToHard],
  )
}

export interface SetTrial {
  readonly trialId: string
  readonly position: number
  readonly asked: number
  readonly parked: boolean
  readonly closed: boolean
  readonly blocked: boolean
  readonly decided: boolean
  /** Answers of the gapless prefix of charged samples; null for one without an answer. */
  readonly answers: readonly (string | null)[]
}

export interface RankedSet {
  /** The order of its questions: from easy to hard if they are ranked, else by position. */
  readonly easyToHard: readonly number[]
  readonly trials: readonly SetTrial[]
}

/**
 * Selects a whole replicate to be decided together, in its latest grading or the given version; null until its
 * questions are ranked, if a method needs that.
 */
export async function selectSet(
  tx: Db,
  evaluationId: string,
  of: { methodKey: string; isRanked: boolean; replicate: number; gradingVersion?: number },
): Promise<RankedSet | null> {
  const selected = [evaluationId, of.methodKey, of.replicate, of.gradingVersion ?? null]
  if (!of.isRanked) {
    const trials = await query<SetTrial>(tx, SET, selected)
    return { easyToHard: trials.map(({ position }) => position), trials }
  }
  const orders = await query<{ easyToHard: number[] }>(
    tx,
    `SELECT easy_to_hard AS "easyToHard" FROM ranking_order
     WHERE evaluation_id = $1 AND method_key = $2 AND replicate = $3`,
    [evaluationId, of.methodKey, of.replicate],
  )
  const order = orders[0]
  if (order === undefined) return null
  return { ...order, trials: await query<SetTrial>(tx, SET, selected) }
}

const SET = `
SELECT t.id AS "trialId", t.position, t.asked, t.parked, t.state = 'closed' AS closed, s.blocked AND NOT t.retrying AS blocked,
       EXISTS (SELECT 1 FROM verdict v WHERE v.trial_id = t.id AND v.method_key = $2) AS decided, s.answers
FROM evaluation e
JOIN trial t ON t.evaluation_id = e.id
CROSS JOIN LATERAL (
  SELECT coalesce(array_agg(CASE WHEN p.outcome = 'answer' THEN p.answer_key END ORDER BY p.index)
                    FILTER (WHERE p.charged_run), '{}') AS answers,
         coalesce(bool_or(p.run AND NOT p.charged_run), false) AS blocked
  FROM (
    SELECT s.index, coalesce(r.outcome, s.outcome) AS outcome,
           CASE WHEN r.trial_id IS NULL THEN s.answer_key ELSE r.answer_key END AS answer_key,
           row_number() OVER by_index - 1 = s.index AS run,
           row_number() OVER by_index - 1 = s.index
             AND bool_and(s.outcome NOT IN ('invalid_request', 'infra_error')) OVER by_index AS charged_run
    FROM sample s
    LEFT JOIN regraded_sample r ON r.trial_id = s.trial_id AND r.index = s.index
      AND r.grading_version = coalesce($4, e.regraded_to)
    WHERE s.trial_id = t.id AND s.state = 'read'
    WINDOW by_index AS (ORDER BY s.index)
  ) p
) s
WHERE e.id = $1 AND t.replicate = $3
ORDER BY t.position`

/** Unparks trials: there is something to ask for again. */
export async function unparkTrials(tx: Db, trialIds: readonly string[]): Promise<void> {
  if (trialIds.length > 0) await query(tx, `UPDATE trial SET parked = false WHERE id = ANY ($1::uuid[])`, [trialIds])
}
