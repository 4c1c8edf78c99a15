import { LONGEST_LEASE_MS, MOST_HAND_BACKS } from '@cges-fleet/core'
import type { DatabaseFunction } from './database-function.js'

/**
 * Ends attempts: writes their ledger entries, and ends their calls unless they will be retried. An attempt is named by
 * its fence and by the key of its claim, which its worker alone knows. Returns `now` if the attempt held its call,
 * `before` if an earlier try at this end was committed, and `late` if the call's fence has moved on: then nothing
 * changes except that the ledger's lost attempt becomes discarded. A delivery that is handed back does not count, unless
 * the call has been handed back so often that this would have no end: what was claimed and not counted is fence less
 * deliveries.
 */
export const END_CALLS: DatabaseFunction = {
  name: 'end_calls',
  takes: '_ends jsonb',
  returns: 'TABLE ("callId" uuid, fence integer, ended text)',
  does: `
DECLARE
  _ended integer;
BEGIN
WITH ends AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int, claim uuid, state text, again boolean,
    unclear boolean, "backOffMs" float8, reason text, "promptTokens" int, "completionTokens" int, "gpuMs" real)
), own AS MATERIALIZED (
  SELECT k.id FROM call k
  WHERE k.id = ANY (ARRAY(SELECT h."callId" FROM ends h)) AND k.state = 'leased'
    AND (k.id, k.fence, k.claim) IN (SELECT h."callId", h.fence, h.claim FROM ends h)
  ORDER BY k.id FOR UPDATE OF k
), held AS (
  UPDATE call k
  SET state = CASE WHEN h.again THEN 'pending' ELSE 'ended' END, lease_until = NULL,
      queued_at = NULL, deliveries = k.deliveries
        - (h.state = 'handed_back' AND k.fence - k.deliveries < ${MOST_HAND_BACKS})::int,
      unclear_faults = k.unclear_faults + coalesce(h.unclear, false)::int,
      queue_at = CASE WHEN k.queue_at = 'infinity' THEN k.queue_at
                      ELSE now() + least(greatest(h."backOffMs", 0), ${LONGEST_LEASE_MS}) * interval '1 ms' END
  FROM own o JOIN ends h ON h."callId" = o.id
  WHERE k.id = o.id AND k.state = 'leased' AND k.fence = h.fence
  RETURNING k.*
)
INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, reason, prompt_tokens,
                         completion_tokens, gpu_ms, started_at)
SELECT k.id, k.fence, k.team_id, k.evaluation_id, k.worker_id, h.state, left(h.reason, 1000), h."promptTokens",
       h."completionTokens", h."gpuMs", k.claimed_at
FROM held k JOIN ends h ON h."callId" = k.id AND h.fence = k.fence;
GET DIAGNOSTICS _ended = ROW_COUNT;
IF _ended = jsonb_array_length(_ends) THEN
  RETURN QUERY
  SELECT h."callId", h.fence, 'now' FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int);
ELSE
  UPDATE call_ledger l
  SET state = 'discarded', reason = left(h.reason, 1000), ended_at = now(), prompt_tokens = h."promptTokens",
      completion_tokens = h."completionTokens", gpu_ms = h."gpuMs"
  FROM jsonb_to_recordset(_ends) AS h(
    "callId" uuid, fence int, claim uuid, reason text, "promptTokens" int, "completionTokens" int, "gpuMs" real)
  WHERE l.call_id = h."callId" AND l.fence = h.fence AND l.claim = h.claim AND l.state = 'lost';
  RETURN QUERY
  SELECT h."callId", h.fence,
         CASE WHEN l.call_id IS NULL THEN 'late' WHEN l.ended_at = now() THEN 'now' ELSE 'before' END
  FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int, state text)
  LEFT JOIN call_ledger l ON l.call_id = h."callId" AND l.fence = h.fence AND l.state = h.state;
END IF;
END;`,
}
