import { type EvaluationReason, tokensShort } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { newId } from '../ids.js'
import { PLACED, type PlacedCall, queuedCall, type QueuedCall } from './queued-calls.js'
import { tokensLeft, tokensReserved } from '../teams/limits.js'
import type { LockedEvaluation } from './evaluation-lock.js'

export interface NewRanking {
  readonly methodKey: string
  readonly replicate: number
  readonly batch: number
  readonly positions: readonly number[]
  readonly seed: number
}

/** Returns which replicates of a method have their rankings planned. */
export async function plannedRankings(tx: Db, evaluationId: string, methodKey: string): Promise<number[]> {
  const rows = await query<{ replicate: number }>(
    tx,
    `SELECT DISTINCT replicate FROM ranking WHERE evaluation_id = $1 AND method_key = $2`,
    [evaluationId, methodKey],
  )
  return rows.map((row) => row.replicate)
}

/** Inserts the rankings to ask for; each gets its call once a round has room for it. */
export async function insertRankings(
  tx: Db,
  evaluation: LockedEvaluation,
  rankings: readonly NewRanking[],
): Promise<void> {
  if (rankings.length === 0) return
  await query(
    tx,
    `INSERT INTO ranking (id, team_id, evaluation_id, method_key, replicate, batch, positions, seed)
     SELECT r.id, $2, $1, r."methodKey", r.replicate, r.batch, r.positions, r.seed
     FROM jsonb_to_recordset($3::jsonb) AS r(
       id uuid, "methodKey" text, replicate int, batch int, positions int[], seed bigint)`,
    [evaluation.id, evaluation.teamId, JSON.stringify(rankings.map((ranking) => ({ id: newId(), ...ranking })))],
  )
}

interface PlannedRankings {
  readonly queued: readonly QueuedCall[]
  /** Whether rankings are waiting for a call. */
  readonly wait: boolean
  /** The team's limit that prevents further rankings; null if none does. */
  readonly usedUp: EvaluationReason | null
}

/**
 * Creates the calls of the next rankings that fit beside those in flight, under the call cap and the team's daily
 * tokens, first planned first. The team's turns must be locked, as for samples.
 */
export async function takeRankingsToQueue(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  { atOnce, calls }: { readonly atOnce: number; readonly calls: number },
): Promise<PlannedRankings> {
  if (!(await rankingsWait(tx, id))) return { queued: [], wait: false, usedUp: null }
  const [next] = await query<{ tokens: number; left: number | null }>(tx, NEXT, [id, teamId])
  const taken = await query<PlacedCall>(tx, TAKE, [id, atOnce, Math.min(calls, atOnce), teamId, pool])
  const usedUp = next === undefined ? null : tokensShort(next.tokens, next.left)
  return { queued: taken.map(queuedCall), wait: true, usedUp }
}

/** Waiting rankings with the most tokens each may need: those of all its questions. */
const WAITING = `
SELECT r.id, r.method_key, r.replicate, r.batch, (cardinality(r.positions) * p.tokens_per_call)::float8 AS tokens
FROM ranking r JOIN spending p ON p.evaluation_id = r.evaluation_id
WHERE r.evaluation_id = $1 AND r.state = 'open' AND NOT r.reserved`

const NEXT = `
SELECT tokens, ${tokensLeft('$2')} AS left FROM (${WAITING}) w ORDER BY method_key, replicate, batch LIMIT 1`

const TAKE = `
WITH under_way AS (
  SELECT count(*)::int AS n FROM call WHERE evaluation_id = $1 AND live AND kind = 'rank'
), next AS (
  SELECT id FROM (
    SELECT w.*, sum(tokens) OVER (ORDER BY method_key, replicate, batch) AS upto FROM (${WAITING}) w
  ) w
  WHERE coalesce(upto <= ${tokensLeft('$4')} - ${tokensReserved('$4')}, true)
  ORDER BY method_key, replicate, batch
  LIMIT least(greatest(0, $2 - (SELECT n FROM under_way)), $3)
), asked AS (
  UPDATE ranking r SET reserved = true, tries = r.tries + 1 FROM next n WHERE r.id = n.id RETURNING r.*
), written AS (
  INSERT INTO call (id, kind, ranking_id, index, team_id, evaluation_id, pool, queue_at, seed)
  SELECT gen_random_uuid(), 'rank', id, tries - 1, team_id, evaluation_id, $5, now() + interval '1 second', seed + tries - 1
  FROM asked RETURNING *
)
SELECT ${PLACED} FROM written k JOIN pool p ON p.name = k.pool JOIN evaluation e ON e.id = k.evaluation_id`

/** Returns whether planned rankings are waiting for a call. */
async function rankingsWait(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query(
    tx,
    `SELECT 1 FROM ranking WHERE evaluation_id = $1 AND state = 'open' AND NOT reserved LIMIT 1`,
    [evaluationId],
  )
  return rows.length > 0
}

interface FinishedRanking {
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
  readonly requested: number
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
SELECT t.id AS "trialId", t.position, t.requested, t.parked, t.state = 'closed' AS closed, s.blocked AND NOT t.retrying AS blocked,
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
