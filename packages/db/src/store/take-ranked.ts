import { type Db, query } from './query.js'
import type { Spent } from './spending.js'

/** Counts ranking calls that ended since the last round, and gives their reservations back. */
export async function takeRanked(tx: Db, evaluationId: string): Promise<Spent> {
  const rows = await query<Spent>(
    tx,
    `WITH ended AS (
       SELECT id, tries, counted_tries FROM ranking
       WHERE evaluation_id = $1 AND reserved AND (state = 'landed' OR (state = 'pending' AND queue_at = 'infinity'))
     ), counted AS (
       UPDATE ranking r SET reserved = false, counted_tries = r.tries FROM ended e WHERE r.id = e.id
     )
     SELECT count(l.*)::int AS calls,
            coalesce(sum(coalesce(l.prompt_tokens, 0) + coalesce(l.completion_tokens, 0)), 0)::float8 AS tokens
     FROM ended e
     JOIN call_ledger l ON l.trial_id = e.id AND l.kind = 'rank' AND l.state = 'settled'
       AND l.index >= e.counted_tries AND l.index < e.tries`,
    [evaluationId],
  )
  return rows[0] ?? { calls: 0, tokens: 0 }
}
