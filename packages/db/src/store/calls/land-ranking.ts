import type { ClaimedRanking } from './claim-call.js'
import type { Ended } from './end-call.js'
import { type Db, query } from '../../connection/query.js'

/** How often to ask in all for an answer that cannot be read. */
const TRIES = 2

export interface RankingAnswer {
  /** Numbers of the batch's questions from 1, easiest first; null if the answer could not be read. */
  readonly easiestFirst: readonly number[] | null
  readonly promptTokens: number
  readonly completionTokens: number
}

/**
 * Settles a call that ranked questions, if the attempt still holds it, and stores the order; an unreadable answer is
 * planned once more by a round. Returns whether the attempt's own end took effect.
 */
export async function landRanking(
  db: Db,
  ranking: Pick<ClaimedRanking, 'callId' | 'fence' | 'claim' | 'index'> & { readonly gpuMs?: number },
  { easiestFirst, ...tokens }: RankingAnswer,
): Promise<boolean> {
  const isLast = easiestFirst !== null || ranking.index + 1 >= TRIES
  const [row] = await query<{ ended: Ended }>(db, LAND, [
    ranking.callId,
    ranking.fence,
    ranking.claim,
    JSON.stringify({ ...tokens, gpuMs: ranking.gpuMs, state: 'settled', again: false }),
    easiestFirst,
    isLast,
  ])
  return row !== undefined && row.ended !== 'late'
}

const LAND = `SELECT * FROM land_ranking($1, $2, $3, $4, $5, $6)`
