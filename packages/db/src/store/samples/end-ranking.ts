import type { ClaimedRanking } from './claim-ranking.js'
import { type Db, query } from '../query.js'

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
    again,
    end.kind === 'answered' ? 'settled' : end.kind,
    end.kind === 'answered' ? end.easiestFirst : null,
    end.kind === 'answered' ? 0 : end.backOffMs,
    end.kind === 'answered' ? null : end.reason.slice(0, 1000),
    end.kind === 'answered' ? end.promptTokens : null,
    end.kind === 'answered' ? end.completionTokens : null,
    end.gpuMs ?? null,
  ])
  return rows[0]?.held ?? false
}

const END = `SELECT * FROM end_ranking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
