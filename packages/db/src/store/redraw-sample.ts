import type { EndedAttempt } from './complete-sample.js'
import { type Db, query } from './query.js'

export interface Fault {
  readonly reason: string
  /** The fault came after the first byte, so it may depend on what was being written. */
  readonly unclear: boolean
  readonly backOffMs: number
}

/** Sends a sample back to be drawn again after a fault of the infrastructure, under the attempt's own fence. */
export async function redrawSample(db: Db, attempt: EndedAttempt, fault: Fault): Promise<boolean> {
  return release(db, attempt, {
    set: `unclear_faults = unclear_faults + ${fault.unclear ? 1 : 0}, queue_at = now() + $5 * interval '1 ms'`,
    ledger: 'failed',
    parameters: [fault.reason.slice(0, 1000), fault.backOffMs],
  })
}

/** Hands a sample back undrawn, as a draining worker does: this delivery does not count. */
export async function handBackSample(db: Db, attempt: EndedAttempt, reason: string): Promise<boolean> {
  return release(db, attempt, {
    set: `deliveries = deliveries - 1, queue_at = now() + $5 * interval '1 ms'`,
    ledger: 'handed_back',
    parameters: [reason, 0],
  })
}

async function release(
  db: Db,
  attempt: EndedAttempt,
  how: { set: string; ledger: 'failed' | 'handed_back'; parameters: [string, number] },
): Promise<boolean> {
  const rows = await query<{ released: boolean }>(
    db,
    `WITH released AS (
       UPDATE sample SET state = 'pending', lease_until = NULL, ${how.set}
       WHERE trial_id = $1 AND index = $2 AND state = 'leased' AND fence = $3 RETURNING 1
     ), ledger AS (
       UPDATE call_ledger
       SET state = CASE WHEN EXISTS (SELECT 1 FROM released) THEN '${how.ledger}' ELSE 'discarded' END,
           reason = $4, ended_at = now(), gpu_ms = $6::real
       WHERE trial_id = $1 AND index = $2 AND kind = 'draw' AND fence = $3 AND state IN ('started', 'lost')
     )
     SELECT EXISTS (SELECT 1 FROM released) AS released`,
    [attempt.trialId, attempt.index, attempt.fence, ...how.parameters, attempt.gpuMs ?? null],
  )
  return rows[0]?.released ?? false
}
