import type { ClaimedRanking } from './claim-ranking.js'
import { type Db, query } from './query.js'

/** An answer that cannot be read is asked for this often in all, then left out. */
const TRIES = 2

export type RankingEnd = {
  /** The GPU time the call took, as far as anyone knows. */
  readonly gpuMs?: number
} & (
  | {
      readonly kind: 'answered'
      /** Numbers of the batch's questions from 1, easiest first; null where the answer could not be read. */
      readonly easiestFirst: readonly number[] | null
      readonly promptTokens: number
      readonly completionTokens: number
    }
  | { readonly kind: 'failed' | 'handed_back'; readonly reason: string; readonly backOffMs: number }
)

/** Writes how a ranking call ended, if the attempt still holds it. Returns whether it did. */
export async function endRanking(db: Db, ranking: ClaimedRanking, end: RankingEnd): Promise<boolean> {
  const again = end.kind !== 'answered' || (end.easiestFirst === null && ranking.tries + 1 < TRIES)
  const rows = await query<{ held: boolean }>(db, END, [
    ranking.rankingId,
    ranking.fence,
    ranking.tries,
    again ? 'pending' : 'landed',
    end.kind === 'answered' ? 'settled' : end.kind,
    end.kind === 'answered' ? end.easiestFirst : null,
    end.kind === 'answered' ? 1 : 0,
    end.kind === 'handed_back' ? 1 : 0,
    end.kind === 'answered' ? 0 : end.backOffMs,
    end.kind === 'answered' ? null : end.reason.slice(0, 1000),
    end.kind === 'answered' ? end.promptTokens : null,
    end.kind === 'answered' ? end.completionTokens : null,
    end.gpuMs ?? null,
  ])
  return rows[0]?.held ?? false
}

const END = `
WITH held AS (
  UPDATE ranking
  SET state = $4, lease_until = NULL, easiest_first = $6::int[], tries = tries + $7::int,
      deliveries = deliveries - $8::int, queue_at = CASE WHEN $7 = 1 THEN 'infinity' ELSE now() + $9::float8 * interval '1 ms' END
  WHERE id = $1 AND state = 'leased' AND fence = $2 RETURNING 1
), ledger AS (
  UPDATE call_ledger
  SET state = CASE WHEN EXISTS (SELECT 1 FROM held) THEN $5 ELSE 'discarded' END, reason = $10::text, ended_at = now(),
      prompt_tokens = $11::int, completion_tokens = $12::int, gpu_ms = $13::real
  WHERE trial_id = $1 AND index = $3 AND kind = 'rank' AND fence = $2 AND state IN ('started', 'lost')
)
SELECT EXISTS (SELECT 1 FROM held) AS held`
