import type { Attempt } from './claim-call.js'
import { type Db, query } from '../../connection/query.js'

export interface RenewedLease {
  readonly callId: string
  /** False once the evaluation has ended: the request is then aborted and the call handed back. */
  readonly wanted: boolean
}

/**
 * Renews the leases a worker still holds, of calls of any kind, in one statement. An attempt missing from the result
 * has lost its lease.
 */
export async function renewLeases(db: Db, held: readonly Attempt[], leaseMs: number): Promise<RenewedLease[]> {
  if (held.length === 0) return []
  const attempts = held.map(({ callId, fence, claim }) => ({ callId, fence, claim }))
  return query<RenewedLease>(db, `SELECT * FROM renew_calls($1, $2)`, [JSON.stringify(attempts), leaseMs])
}
