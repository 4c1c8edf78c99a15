import { newId } from '../../new-id.js'
import { type Db, query } from '../query.js'

export interface SampleRef {
  readonly trialId: string
  readonly index: number
}

export interface ClaimedSample extends SampleRef {
  readonly teamId: string
  readonly evaluationId: string
  readonly fence: number
  readonly seed: number
  readonly question: string
  readonly choices: readonly string[] | null
  readonly unclearFaults: number
  /** How many methods its evaluation has: they may have become more. */
  readonly methods: number
}

export interface ClaimTerms {
  readonly workerId: string
  readonly leaseMs: number
  /** A sample delivered this often is poison: it is not drawn again. */
  readonly maxDeliveries: number
  /** The same on every try at one claim: a try that follows one whose answer was lost finds what that one took. */
  readonly claim?: string
}

/**
 * Takes a pending sample of a running evaluation for one attempt: raises its fence, sets the lease and writes the
 * ledger row, all before the model is called. Null where there is nothing to take: the job is then done.
 */
export async function claimSample(db: Db, ref: SampleRef, terms: ClaimTerms): Promise<ClaimedSample | null> {
  const rows = await query<Omit<ClaimedSample, 'seed'> & { seed: string }>(db, CLAIM, [
    ref.trialId,
    ref.index,
    terms.leaseMs,
    terms.maxDeliveries,
    terms.workerId,
    terms.claim ?? newId(),
  ])
  const row = rows[0]
  return row === undefined ? null : { ...row, seed: Number(row.seed) }
}

const CLAIM = `SELECT * FROM claim_sample($1, $2, $3, $4, $5, $6)`

/** Gives up a pending sample that has been delivered too often, without another call. Returns its evaluation, or null. */
export async function rejectPoison(db: Db, ref: SampleRef, maxDeliveries: number): Promise<string | null> {
  const rows = await query<{ evaluationId: string }>(db, `SELECT * FROM give_up_sample($1, $2, $3)`, [
    ref.trialId,
    ref.index,
    maxDeliveries,
  ])
  return rows[0]?.evaluationId ?? null
}
