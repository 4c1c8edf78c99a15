import { REQUIRE_LEASE } from './bounds.js'
import type { DatabaseFunction } from './database-function.js'

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
