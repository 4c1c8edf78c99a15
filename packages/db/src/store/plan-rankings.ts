import { newId } from '../new-id.js'
import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from './query.js'

export interface NewRanking {
  readonly methodKey: string
  readonly replicate: number
  readonly batch: number
  readonly positions: readonly number[]
  readonly seed: number
}

/** A pending ranking as the queue carries it. */
export interface QueuedRanking {
  readonly rankingId: string
  readonly fence: number
  readonly pool: string
}

/** Tells which replicates of a method have their rankings planned. */
export async function plannedRankings(tx: Db, evaluationId: string, methodKey: string): Promise<number[]> {
  const rows = await query<{ replicate: number }>(
    tx,
    `SELECT DISTINCT replicate FROM ranking WHERE evaluation_id = $1 AND method_key = $2`,
    [evaluationId, methodKey],
  )
  return rows.map((row) => row.replicate)
}

/** Writes rankings to be asked for; none is queued before the round has room for it. */
export async function insertRankings(
  tx: Db,
  evaluation: LockedEvaluation,
  rankings: readonly NewRanking[],
): Promise<void> {
  if (rankings.length === 0) return
  await query(
    tx,
    `INSERT INTO ranking (id, team_id, evaluation_id, pool, method_key, replicate, batch, positions, seed, queue_at)
     SELECT r.id, $2, $1, $3, r."methodKey", r.replicate, r.batch, r.positions, r.seed, 'infinity'
     FROM jsonb_to_recordset($4::jsonb) AS r(
       id uuid, "methodKey" text, replicate int, batch int, positions int[], seed bigint)`,
    [
      evaluation.id,
      evaluation.teamId,
      evaluation.pool,
      JSON.stringify(rankings.map((ranking) => ({ id: newId(), ...ranking }))),
    ],
  )
}

/** Takes the next rankings that fit beside those under way and under the cap on calls, first planned first. */
export async function takeRankingsToQueue(
  tx: Db,
  evaluationId: string,
  { atOnce, calls }: { readonly atOnce: number; readonly calls: number },
): Promise<QueuedRanking[]> {
  return query<QueuedRanking>(
    tx,
    `WITH under_way AS (
       SELECT count(*)::int AS n FROM ranking
       WHERE evaluation_id = $1 AND (state = 'leased' OR (state = 'pending' AND queue_at < 'infinity'))
     ), next AS (
       SELECT id FROM ranking
       WHERE evaluation_id = $1 AND state = 'pending' AND queue_at = 'infinity'
       ORDER BY method_key, replicate, batch
       LIMIT least(greatest(0, $2 - (SELECT n FROM under_way)), $3)
     )
     UPDATE ranking r SET queue_at = now() + interval '1 second', reserved = true FROM next n WHERE r.id = n.id
     RETURNING r.id AS "rankingId", r.fence, r.pool`,
    [evaluationId, atOnce, Math.min(calls, atOnce)],
  )
}

/** Tells whether rankings are planned that no round has queued. */
export async function rankingsWait(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query(
    tx,
    `SELECT 1 FROM ranking WHERE evaluation_id = $1 AND state = 'pending' AND queue_at = 'infinity' LIMIT 1`,
    [evaluationId],
  )
  return rows.length > 0
}
