import type { Attempt } from './complete-sample.js'
import { type Db, query } from './query.js'

export interface RenewedLease {
  readonly trialId: string
  readonly index: number
  /** False once the evaluation was ended: the request is then aborted and the sample handed back. */
  readonly wanted: boolean
}

/** Extends the leases a worker still holds, of samples and of rankings, all in one statement. An attempt missing from the answer has lost its lease. */
export async function renewLeases(db: Db, held: readonly Attempt[], leaseMs: number): Promise<RenewedLease[]> {
  if (held.length === 0) return []
  return query<RenewedLease>(
    db,
    `WITH held AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS h("trialId" uuid, index int, fence int)
     ), samples AS (
       UPDATE sample s SET lease_until = now() + $2 * interval '1 ms' FROM held h, evaluation e
       WHERE s.trial_id = h."trialId" AND s.index = h.index AND s.fence = h.fence AND s.state = 'leased'
         AND e.id = s.evaluation_id
       RETURNING s.trial_id AS "trialId", s.index, e.status IN ('running', 'paused') AS wanted
     ), rankings AS (
       UPDATE ranking r SET lease_until = now() + $2 * interval '1 ms' FROM held h, evaluation e
       WHERE r.id = h."trialId" AND r.tries = h.index AND r.fence = h.fence AND r.state = 'leased'
         AND e.id = r.evaluation_id
       RETURNING r.id AS "trialId", r.tries AS index, e.status IN ('running', 'paused') AS wanted
     )
     SELECT * FROM samples UNION ALL SELECT * FROM rankings`,
    [JSON.stringify(held), leaseMs],
  )
}
