import { type Db, query } from './query.js'
import type { ClaimTerms } from './claim-sample.js'

export interface ClaimedRanking {
  readonly rankingId: string
  readonly evaluationId: string
  readonly fence: number
  readonly seed: number
  /** Which try this is, from 0: an answer that cannot be read is asked for once more. */
  readonly tries: number
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
  ])
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

const CLAIM = `
WITH claimed AS (
  UPDATE ranking r
  SET state = 'leased', fence = r.fence + 1, deliveries = r.deliveries + 1, lease_until = now() + $2 * interval '1 ms'
  FROM evaluation e
  WHERE r.id = $1 AND r.state = 'pending' AND r.deliveries < $3 AND e.id = r.evaluation_id AND e.status = 'running'
  RETURNING r.*, e.benchmark_id
), written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state)
  SELECT id, tries, 'rank', fence, team_id, evaluation_id, $4, 'started' FROM claimed
)
SELECT c.id AS "rankingId", c.evaluation_id AS "evaluationId", c.fence, c.seed, c.tries,
       (SELECT array_agg(q.question ORDER BY p.place)
        FROM unnest(c.positions) WITH ORDINALITY AS p(position, place)
        JOIN question q ON q.benchmark_id = c.benchmark_id AND q.position = p.position) AS questions
FROM claimed c`

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
