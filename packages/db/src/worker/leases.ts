import { type Db, query } from '../connection/query.js'
import { type DatabaseFunction, REQUIRE_LEASE } from '../schema/database-function.js'
import type { Attempt } from './claims.js'

interface RenewedLease {
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

export const RENEW_CALLS: DatabaseFunction = {
  name: 'renew_calls',
  takes: '_held jsonb, _lease_ms double precision',
  returns: 'TABLE ("callId" uuid, wanted boolean)',
  does: `${REQUIRE_LEASE}
RETURN QUERY
WITH own AS MATERIALIZED (
  SELECT k.id, k.fence FROM jsonb_to_recordset(_held) AS h("callId" uuid, fence int, claim uuid)
  JOIN call k ON k.id = h."callId" AND k.fence = h.fence AND k.claim = h.claim AND k.state = 'leased'
  ORDER BY k.id FOR UPDATE OF k
)
UPDATE call k SET lease_until = now() + _lease_ms * interval '1 ms'
FROM own o, evaluation e
WHERE k.id = o.id AND k.fence = o.fence AND k.state = 'leased' AND e.id = k.evaluation_id
RETURNING k.id, e.status IN ('running', 'paused');`,
}
