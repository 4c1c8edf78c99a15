import { PROMPT_TOKENS_PER_WORK } from '@cges-fleet/core'
import { type Db, query } from './query.js'
import { NOTHING_USED, type Used } from './spending.js'

/** Counts ranking calls that ended since the last round, and gives their reservations back. */
export async function takeRanked(tx: Db, evaluationId: string): Promise<Used> {
  const rows = await query<Omit<Used, 'bytes'>>(
    tx,
    `WITH ended AS (
       SELECT id, tries, counted_tries FROM ranking
       WHERE evaluation_id = $1 AND reserved AND (state = 'landed' OR (state = 'pending' AND queue_at = 'infinity'))
     ), counted AS (
       UPDATE ranking r SET reserved = false, counted_tries = r.tries FROM ended e WHERE r.id = e.id
     ), calls AS (
       SELECT coalesce(l.prompt_tokens, 0) AS prompt, coalesce(l.completion_tokens, 0) AS completion, l.gpu_ms
       FROM ended e
       JOIN call_ledger l ON l.trial_id = e.id AND l.kind = 'rank' AND l.state = 'settled'
         AND l.index >= e.counted_tries AND l.index < e.tries
     )
     SELECT count(*)::int AS calls, coalesce(sum(prompt + completion), 0)::float8 AS tokens,
            coalesce(sum(completion + prompt / ${PROMPT_TOKENS_PER_WORK}::float8), 0)::float8 AS work,
            coalesce(sum(gpu_ms), 0)::float8 AS "gpuMs"
     FROM calls`,
    [evaluationId],
  )
  return { ...NOTHING_USED, ...rows[0] }
}
