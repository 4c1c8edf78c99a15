import type { EndsBelow } from '@cges-fleet/methods'
import { newId } from '../../ids.js'
import { type Db, query } from '../../connection/query.js'

/** Identifies an attempt at a call: only the attempt that holds the call's current fence may write. */
export interface Attempt {
  readonly callId: string
  readonly fence: number
  /** The key of its claim, known to its worker alone. */
  readonly claim: string
}

/** A worker as it registered (`heartbeat`): it claims in its own name, of its own pool. */
export interface RegisteredWorker {
  readonly id: string
  readonly secret: string
}

interface Claimed extends Attempt {
  readonly teamId: string
  readonly evaluationId: string
  /** Which sample of its trial, or which try at its ranking, from 0. */
  readonly index: number
  readonly seed: number
  readonly unclearFaults: number
  /** How many methods the evaluation has: more may have been added. */
  readonly methods: number
}

/** A call that draws a sample. */
export interface ClaimedDraw extends Claimed {
  readonly kind: 'draw'
  readonly trialId: string
  readonly question: string
  readonly choices: readonly string[] | null
  /** Where its response may be ended early; null if it is wanted whole. */
  readonly endsBelow: EndsBelow | null
}

/** A call that ranks a batch of questions by difficulty. */
export interface ClaimedRanking extends Claimed {
  readonly kind: 'rank'
  readonly rankingId: string
  /** The questions of the batch, in its order. */
  readonly questions: readonly string[]
}

/** A call that came from a queue; a call that scores a sample is claimed by the draw that wants it (`claimScore`). */
export type ClaimedCall = ClaimedDraw | ClaimedRanking

export interface ClaimTerms {
  readonly worker: RegisteredWorker
  readonly leaseMs: number
}

export interface Claim {
  readonly callId: string
  /**
   * An idempotency key, the same on every try at one claim: a retry whose first answer was lost finds its own claim.
   */
  readonly claim: string
}

type Row = Omit<Claimed, 'seed'> & { readonly seed: string } & (
    | {
        readonly kind: 'draw'
        readonly trialId: string
        readonly asks: Pick<ClaimedDraw, 'question' | 'choices' | 'endsBelow'>
      }
    | { readonly kind: 'rank'; readonly rankingId: string; readonly asks: Pick<ClaimedRanking, 'questions'> }
  )

/**
 * Claims pending calls of running evaluations for one attempt each: raises their fences, sets the leases and records
 * who makes them, all before the model is asked. Answers are in the order of the calls; null if there is nothing to
 * claim: the job is then done.
 */
export async function claimCalls(
  db: Db,
  claims: readonly Claim[],
  { leaseMs, worker }: ClaimTerms,
): Promise<(ClaimedCall | null)[]> {
  const calls = claims.map(({ callId }) => callId)
  const keys = claims.map(({ claim }) => claim)
  const rows = await query<Row>(db, CLAIM, [calls, keys, leaseMs, worker.id, worker.secret])
  const claimed = new Map(rows.map((row) => [row.claim, claimedCall(row)]))
  return keys.map((key) => claimed.get(key) ?? null)
}

/** Claims one call. */
export async function claimCall(
  db: Db,
  callId: string,
  { claim = newId(), ...terms }: ClaimTerms & Partial<Pick<Claim, 'claim'>>,
): Promise<ClaimedCall | null> {
  const [claimed] = await claimCalls(db, [{ callId, claim }], terms)
  return claimed ?? null
}

function claimedCall(row: Row): ClaimedCall {
  const { callId, claim, teamId, evaluationId, index, fence, unclearFaults, methods } = row
  const claimed = { callId, claim, teamId, evaluationId, index, fence, unclearFaults, methods, seed: Number(row.seed) }
  switch (row.kind) {
    case 'draw':
      return { ...claimed, kind: row.kind, trialId: row.trialId, ...row.asks }
    case 'rank':
      return { ...claimed, kind: row.kind, rankingId: row.rankingId, ...row.asks }
  }
}

const CLAIM = `SELECT * FROM claim_calls($1, $2, $3, $4, $5)`

/** Claims the call that scores a drawn response; null if the attempt no longer holds its draw. */
export async function claimScore(
  db: Db,
  draw: Attempt,
  worker: RegisteredWorker,
  claim: string,
): Promise<Attempt | null> {
  const [score] = await query<Attempt>(db, `SELECT * FROM claim_score($1, $2, $3, $4, $5, $6)`, [
    draw.callId,
    draw.fence,
    draw.claim,
    claim,
    worker.id,
    worker.secret,
  ])
  return score ?? null
}
