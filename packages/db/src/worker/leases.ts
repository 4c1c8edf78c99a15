import { type Db, query } from '../connection/query.js'
import { type DatabaseFunction, REQUIRE_LEASE } from '../schema/database-function.js'
import { ACTIVE } from '../schema/evaluation.js'
import type { Attempt } from '../call-kinds.js'

/**
 * Renews the leases a worker still holds, of calls of any kind, in one statement. Returns the ids of their calls: an
 * attempt missing from them has lost its lease.
 */
export async function renewLeases(db: Db, held: readonly Attempt[], leaseMs: number): Promise<string[]> {
  if (held.length === 0) return []
  const attempts = held.map(({ callId, fence, claim }) => ({ callId, fence, claim }))
  const rows = await query<{ callId: string }>(db, `SELECT * FROM renew_calls($1, $2)`, [
    JSON.stringify(attempts),
    leaseMs,
  ])
  return rows.map(({ callId }) => callId)
}

/**
 * Selects the held calls that are needed: all but those that a round or a gateway abandoned, and those of an evaluation that has
 * ended, or was paused with its calls. Asked often, so it changes nothing; a lease that was lost is left to renewal.
 */
export async function selectNeeded(db: Db, held: readonly Attempt[]): Promise<string[]> {
  if (held.length === 0) return []
  const attempts = held.map(({ callId, fence, claim }) => ({ callId, fence, claim }))
  const rows = await query<{ callId: string }>(db, `SELECT * FROM needed_calls($1)`, [JSON.stringify(attempts)])
  return rows.map(({ callId }) => callId)
}

export const NEEDED_CALLS: DatabaseFunction = {
  name: 'needed_calls',
  takes: '_held jsonb',
  returns: 'TABLE ("callId" uuid)',
  does: `
RETURN QUERY
SELECT h."callId" FROM jsonb_to_recordset(_held) AS h("callId" uuid, fence int, claim uuid)
WHERE NOT coalesce((
  SELECT k.state = 'ended' AND k.kind IN ('draw', 'chat') OR coalesce(
    e.status NOT IN (${ACTIVE}) OR e.status = 'paused' AND e.stops_calls, false)
  FROM call k LEFT JOIN evaluation e ON e.id = k.evaluation_id
  WHERE k.id = h."callId" AND (k.fence, k.claim) = (h.fence, h.claim)), false);`,
}

export const RENEW_CALLS: DatabaseFunction = {
  name: 'renew_calls',
  takes: '_held jsonb, _lease_ms double precision',
  returns: 'TABLE ("callId" uuid)',
  does: `${REQUIRE_LEASE}
RETURN QUERY
WITH own AS MATERIALIZED (
  SELECT k.id, k.fence FROM jsonb_to_recordset(_held) AS h("callId" uuid, fence int, claim uuid)
  JOIN call k ON k.id = h."callId" AND k.fence = h.fence AND k.claim = h.claim AND k.state = 'leased'
  ORDER BY k.id FOR UPDATE OF k
)
UPDATE call k SET lease_until = now() + _lease_ms * interval '1 ms'
FROM own o
WHERE k.id = o.id AND k.fence = o.fence AND k.state = 'leased'
RETURNING k.id;`,
}
