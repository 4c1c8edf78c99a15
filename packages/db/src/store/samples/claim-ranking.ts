import { newId } from '../../new-id.js'
import { type Db, query } from '../query.js'
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
  const rows = await query<Omit<ClaimedRanking, 'seed'> & { seed: string }>(db, CLAIM, [
    rankingId,
    terms.leaseMs,
    terms.maxDeliveries,
    terms.workerId,
    terms.claim ?? newId(),
  ])
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

const CLAIM = `SELECT * FROM claim_ranking($1, $2, $3, $4, $5)`

/** Gives up a ranking delivered too often: its batch counts for nothing. Returns its evaluation, or null. */
export async function giveUpRanking(db: Db, rankingId: string, maxDeliveries: number): Promise<string | null> {
  const rows = await query<{ evaluationId: string }>(db, `SELECT * FROM give_up_ranking($1, $2)`, [
    rankingId,
    maxDeliveries,
  ])
  return rows[0]?.evaluationId ?? null
}
