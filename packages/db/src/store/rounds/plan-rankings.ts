import { tokensShort } from '@cges-fleet/core'
import { newId } from '../../new-id.js'
import type { LockedEvaluation } from './lock-evaluation.js'
import { PLACED, type PlacedCall, queuedCall, type QueuedCall } from '../calls/placed-call.js'
import { type Db, query } from '../query.js'
import { tokensLeft, tokensReserved } from '../teams/team-tokens.js'

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

export interface PlannedRankings {
  readonly queued: readonly QueuedCall[]
  /** Whether rankings are waiting for a call. */
  readonly wait: boolean
  /** The team's limit that prevents further rankings; null if none does. */
  readonly usedUp: string | null
}

/**
 * Creates the calls of the next rankings that fit beside those in flight, under the call cap and the team's daily
 * tokens, first planned first. The team's turns must be locked, as for samples.
 */
export async function takeRankingsToQueue(
  tx: Db,
  { id, teamId, pool }: Pick<LockedEvaluation, 'id' | 'teamId' | 'pool'>,
  atOnce: number,
  calls: number,
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
