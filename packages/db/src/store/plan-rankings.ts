import { newId } from '../new-id.js'
import type { LockedEvaluation } from './lock-evaluation.js'
import { type Db, query } from './query.js'
import { TOKENS_USED_UP, tokensLeft, tokensReserved } from './team-tokens.js'

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

export interface PlannedRankings {
  readonly queued: readonly QueuedRanking[]
  /** Rankings waited that no round had queued. */
  readonly wait: boolean
  /** The limit of the team that lets no further ranking start; null where none does. */
  readonly usedUp: string | null
}

/**
 * Takes the next rankings that fit beside those under way, under the cap on calls and into the team's tokens of the
 * day, first planned first. The team's turns must be locked, as for samples.
 */
export async function takeRankingsToQueue(
  tx: Db,
  { id, teamId }: Pick<LockedEvaluation, 'id' | 'teamId'>,
  { atOnce, calls }: { readonly atOnce: number; readonly calls: number },
): Promise<PlannedRankings> {
  if (!(await rankingsWait(tx, id))) return { queued: [], wait: false, usedUp: null }
  const [next] = await query<{ tokens: number; left: number | null }>(tx, NEXT, [id, teamId])
  const queued = await query<QueuedRanking>(tx, TAKE, [id, atOnce, Math.min(calls, atOnce), teamId])
  const fits = next === undefined || next.left === null || next.tokens <= next.left
  return { queued, wait: true, usedUp: fits ? null : TOKENS_USED_UP }
}

/** Rankings that wait, with the most tokens each may need: those of all its questions. */
const WAITING = `
SELECT r.id, r.method_key, r.replicate, r.batch, (cardinality(r.positions) * p.tokens_per_call)::float8 AS tokens
FROM ranking r JOIN spending p ON p.evaluation_id = r.evaluation_id
WHERE r.evaluation_id = $1 AND r.state = 'pending' AND r.queue_at = 'infinity'`

const NEXT = `
SELECT tokens, ${tokensLeft('$2')} AS left FROM (${WAITING}) w ORDER BY method_key, replicate, batch LIMIT 1`

const TAKE = `
WITH under_way AS (
  SELECT count(*)::int AS n FROM ranking
  WHERE evaluation_id = $1 AND (state = 'leased' OR (state = 'pending' AND queue_at < 'infinity'))
), next AS (
  SELECT id FROM (
    SELECT w.*, sum(tokens) OVER (ORDER BY method_key, replicate, batch) AS upto FROM (${WAITING}) w
  ) w
  WHERE coalesce(upto <= ${tokensLeft('$4')} - ${tokensReserved('$4')}, true)
  ORDER BY method_key, replicate, batch
  LIMIT least(greatest(0, $2 - (SELECT n FROM under_way)), $3)
)
UPDATE ranking r SET queue_at = now() + interval '1 second', reserved = true FROM next n WHERE r.id = n.id
RETURNING r.id AS "rankingId", r.fence, r.pool`

/** Tells whether rankings are planned that no round has queued. */
async function rankingsWait(tx: Db, evaluationId: string): Promise<boolean> {
  const rows = await query(
    tx,
    `SELECT 1 FROM ranking WHERE evaluation_id = $1 AND state = 'pending' AND queue_at = 'infinity' LIMIT 1`,
    [evaluationId],
  )
  return rows.length > 0
}
