import { newId } from '../new-id.js'
import { type Db, query } from './query.js'
import type { ClaimTerms } from './claim-sample.js'

export interface ClaimedRanking {
  readonly rankingId: string
  readonly evaluationId: string
  readonly fence: number
  readonly seed: number
  /** Which try this is, from 0: an answer that cannot be read is asked for once more. */
  readonly tries: number
  /** How many methods its evaluation has. */
  readonly methods: number
  /** The questions of the batch, in its order. */
  readonly questions: readonly string[]
}

/** Takes a pending ranking of a running evaluation for one call, as `claimSample` takes a sample. */
export async function claimRanking(db: Db, rankingId: string, terms: ClaimTerms): Promise<ClaimedRanking | null> {
  const rows = await query<ClaimedRanking & { seed: string }>(db, CLAIM, [
    rankingId,
    terms.leaseMs,
    terms.maxDeliveries,
    terms.workerId,
    terms.claim ?? newId(),
  ])
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

const CLAIM = `
WITH wanted AS MATERIALIZED (
  SELECT r.id, e.id AS evaluation_id, e.benchmark_id, jsonb_array_length(e.spec -> 'methods') AS methods, EXISTS (
           SELECT 1 FROM call_ledger l WHERE l.trial_id = r.id AND l.index = r.tries AND l.kind = 'rank') AS again
  FROM ranking r JOIN evaluation e ON e.id = r.evaluation_id
  WHERE r.id = $1 AND r.state = 'pending' AND r.deliveries < $3 AND e.status = 'running'
  FOR UPDATE OF r
), paid AS (
  UPDATE spending p SET redelivered = p.redelivered + 1 FROM wanted w
  WHERE w.again AND p.evaluation_id = w.evaluation_id AND coalesce(p.redelivered + 1 <= p.redeliveries, true)
  RETURNING p.evaluation_id
), claimed AS (
  UPDATE ranking r
  SET state = 'leased', fence = r.fence + 1, deliveries = r.deliveries + 1, lease_until = now() + $2 * interval '1 ms'
  FROM wanted w WHERE r.id = w.id AND (NOT w.again OR EXISTS (SELECT 1 FROM paid))
  RETURNING r.*, w.benchmark_id, w.methods
), written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state, claim)
  SELECT id, tries, 'rank', fence, team_id, evaluation_id, $4, 'started', $5 FROM claimed
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT r.*, e.benchmark_id, jsonb_array_length(e.spec -> 'methods')
  FROM call_ledger l
  JOIN ranking r ON r.id = l.trial_id AND r.tries = l.index AND r.fence = l.fence AND r.state = 'leased'
  JOIN evaluation e ON e.id = r.evaluation_id
  WHERE l.trial_id = $1 AND l.kind = 'rank' AND l.claim = $5
)
SELECT c.id AS "rankingId", c.evaluation_id AS "evaluationId", c.fence, c.seed, c.tries, c.methods,
       (SELECT array_agg(q.question ORDER BY p.place)
        FROM unnest(c.positions) WITH ORDINALITY AS p(position, place)
        JOIN question q ON q.benchmark_id = c.benchmark_id AND q.position = p.position) AS questions
FROM taken c`

/** Gives up a ranking delivered too often: its batch counts for nothing. Returns its evaluation, or null. */
export async function giveUpRanking(db: Db, rankingId: string, maxDeliveries: number): Promise<string | null> {
  const rows = await query<{ evaluationId: string }>(
    db,
    `UPDATE ranking SET state = 'landed', fence = fence + 1
     WHERE id = $1 AND state = 'pending' AND deliveries >= $2 RETURNING evaluation_id AS "evaluationId"`,
    [rankingId, maxDeliveries],
  )
  return rows[0]?.evaluationId ?? null
}
