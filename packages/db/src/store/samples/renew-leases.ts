import type { Attempt } from './complete-sample.js'
import { type Db, query } from '../query.js'

export interface RenewedLease {
  readonly trialId: string
  readonly index: number
  /** False once the evaluation was ended: the request is then aborted and the sample handed back. */
  readonly wanted: boolean
}

/** Extends the leases a worker still holds, of samples and of rankings, all in one statement. An attempt missing from the answer has lost its lease. */
export async function renewLeases(db: Db, held: readonly Attempt[], leaseMs: number): Promise<RenewedLease[]> {
  if (held.length === 0) return []
  return query<RenewedLease>(db, `SELECT * FROM renew_leases($1, $2)`, [JSON.stringify(held), leaseMs])
}
