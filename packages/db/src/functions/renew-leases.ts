import type { DatabaseFunction } from './database-function.js'

export const RENEW_LEASES: DatabaseFunction = {
  name: 'renew_leases',
  takes: '_held jsonb, _lease_ms double precision',
  returns: 'TABLE ("trialId" uuid, index integer, wanted boolean)',
  does: `
RETURN QUERY
WITH held AS (
  SELECT * FROM jsonb_to_recordset(_held) AS h("trialId" uuid, index int, fence int)
), samples AS (
  UPDATE sample s SET lease_until = now() + _lease_ms * interval '1 ms' FROM held h, evaluation e
  WHERE s.trial_id = h."trialId" AND s.index = h.index AND s.fence = h.fence AND s.state = 'leased'
    AND e.id = s.evaluation_id
  RETURNING s.trial_id, s.index, e.status IN ('running', 'paused')
), rankings AS (
  UPDATE ranking r SET lease_until = now() + _lease_ms * interval '1 ms' FROM held h, evaluation e
  WHERE r.id = h."trialId" AND r.tries = h.index AND r.fence = h.fence AND r.state = 'leased'
    AND e.id = r.evaluation_id
  RETURNING r.id, r.tries, e.status IN ('running', 'paused')
)
SELECT * FROM samples UNION ALL SELECT * FROM rankings;`,
}
