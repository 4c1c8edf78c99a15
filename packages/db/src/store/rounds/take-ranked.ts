import { PROMPT_TOKENS_PER_WORK } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { NOTHING_USED, type Used } from './spending.js'

/** Counts ranking calls that ended since the last round, and releases their reservations. */
export async function takeRanked(tx: Db, evaluationId: string): Promise<Used> {
  const rows = await query<Omit<Used, 'bytes'>>(
    tx,
    `WITH ended AS (
       SELECT r.id, k.id AS call_id FROM ranking r JOIN call k ON k.ranking_id = r.id AND k.index = r.tries - 1
       WHERE r.evaluation_id = $1 AND r.reserved AND NOT k.live
     ), counted AS (
       UPDATE ranking r SET reserved = false FROM ended e WHERE r.id = e.id
     ), calls AS (
       SELECT coalesce(l.prompt_tokens, 0)::bigint AS prompt, coalesce(l.completion_tokens, 0) AS completion, l.gpu_ms
       FROM ended e
       JOIN call_ledger l ON l.call_id = e.call_id AND l.state = 'settled'
     )
     SELECT count(*)::int AS calls, coalesce(sum(prompt + completion), 0)::float8 AS tokens,
            coalesce(sum(completion + prompt / ${PROMPT_TOKENS_PER_WORK}::float8), 0)::float8 AS work,
            coalesce(sum(gpu_ms), 0)::float8 AS "gpuMs"
     FROM calls`,
    [evaluationId],
  )
  return { ...NOTHING_USED, ...rows[0] }
}
