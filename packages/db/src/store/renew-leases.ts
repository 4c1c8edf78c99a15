import type { Attempt } from './complete-sample.js'
import { type Db, query } from './query.js'

export interface RenewedLease {
  readonly trialId: string
  readonly index: number
  /** False once the evaluation was ended: the request is then aborted and the sample handed back. */
  readonly wanted: boolean
}

/** Extends the leases a worker still holds, all in one statement. An attempt missing from the answer has lost its lease. */
export async function renewLeases(db: Db, held: readonly Attempt[], leaseMs: number): Promise<RenewedLease[]> {
  if (held.length === 0) return []
  return query<RenewedLease>(
    db,
    `UPDATE sample s SET lease_until = now() + $2 * interval '1 ms'
     FROM jsonb_to_recordset($1::jsonb) AS h("trialId" uuid, index int, fence int), evaluation e
     WHERE s.trial_id = h."trialId" AND s.index = h.index AND s.fence = h.fence AND s.state = 'leased'
       AND e.id = s.evaluation_id
     RETURNING s.trial_id AS "trialId", s.index, e.status = 'running' AS wanted`,
    [JSON.stringify(held), leaseMs],
  )
}
