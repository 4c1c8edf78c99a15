import { newId } from '../../new-id.js'
import { type Db, query } from '../query.js'

/** Which attempt at which call: only the attempt whose fence is still the call's may write. */
export interface Attempt {
  readonly callId: string
  readonly fence: number
}

interface Claimed extends Attempt {
  readonly teamId: string
  readonly evaluationId: string
  /** Which sample of its trial, or which try at its ranking, from 0. */
  readonly index: number
  readonly seed: number
  readonly unclearFaults: number
  /** How many methods its evaluation has: they may have become more. */
  readonly methods: number
}

/** A call that draws a sample. */
export interface ClaimedDraw extends Claimed {
  readonly kind: 'draw'
  readonly trialId: string
  readonly question: string
  readonly choices: readonly string[] | null
}

/** A call that ranks a batch of questions by difficulty. */
export interface ClaimedRanking extends Claimed {
  readonly kind: 'rank'
  readonly rankingId: string
  /** The questions of the batch, in its order. */
  readonly questions: readonly string[]
}

/** A call that came from a queue; one that scores a sample comes from the draw that wants it (`claimScore`). */
export type ClaimedCall = ClaimedDraw | ClaimedRanking

export interface ClaimTerms {
  readonly workerId: string
  readonly leaseMs: number
  /** A call delivered this often is poison: it is not made again. */
  readonly maxDeliveries: number
  /** The same on every try at one claim: a try that follows one whose answer was lost finds what that one took. */
  readonly claim?: string
}

type Row = Omit<Claimed, 'seed'> & { readonly seed: string } & (
    | { readonly kind: 'draw'; readonly trialId: string; readonly asks: Pick<ClaimedDraw, 'question' | 'choices'> }
    | { readonly kind: 'rank'; readonly rankingId: string; readonly asks: Pick<ClaimedRanking, 'questions'> }
  )

/**
 * Takes a pending call of a running evaluation for one attempt: raises its fence, sets the lease and writes down who
 * makes it, all before the model is asked. Null where there is nothing to take: the job is then done.
 */
export async function claimCall(db: Db, callId: string, terms: ClaimTerms): Promise<ClaimedCall | null> {
  const { leaseMs, maxDeliveries, workerId, claim = newId() } = terms
  const [row] = await query<Row>(db, CLAIM, [callId, leaseMs, maxDeliveries, workerId, claim])
  if (row === undefined) return null
  const { teamId, evaluationId, index, fence, unclearFaults, methods } = row
  const claimed = { callId, teamId, evaluationId, index, fence, unclearFaults, methods, seed: Number(row.seed) }
  switch (row.kind) {
    case 'draw':
      return { ...claimed, kind: row.kind, trialId: row.trialId, ...row.asks }
    case 'rank':
      return { ...claimed, kind: row.kind, rankingId: row.rankingId, ...row.asks }
  }
}

const CLAIM = `SELECT * FROM claim_call($1, $2, $3, $4, $5)`

/** Claims the call that scores what a draw has brought, if the attempt still holds its draw; null where it does not. */
export async function claimScore(
  db: Db,
  draw: Attempt,
  { workerId, claim }: { readonly workerId: string; readonly claim: string },
): Promise<Attempt | null> {
  const [score] = await query<Attempt>(db, `SELECT * FROM claim_score($1, $2, $3, $4)`, [
    draw.callId,
    draw.fence,
    workerId,
    claim,
  ])
  return score ?? null
}
