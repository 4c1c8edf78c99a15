import type { DatabaseFunction } from './database-function.js'

/**
 * Ends an attempt as the ledger is to say it, and its call with it unless it is to be made again. Tells `now` where the
 * attempt held its call, `before` where an earlier try at this end was committed, and `late` where the call is another's
 * by now: then nothing changes but that the ledger has the lost attempt as discarded.
 */
export const END_CALL: DatabaseFunction = {
  name: 'end_call',
  takes: '_call uuid, _fence integer, _end jsonb',
  returns: 'TABLE (ended text)',
  does: `
RETURN QUERY
WITH how AS (
  SELECT * FROM jsonb_to_record(_end) AS h(state text, again boolean, unclear boolean, "backOffMs" float8, reason text,
    "promptTokens" int, "completionTokens" int, "gpuMs" real)
), held AS (
  UPDATE call k
  SET state = CASE WHEN h.again THEN 'pending' ELSE 'ended' END, lease_until = NULL,
      deliveries = k.deliveries - (h.state = 'handed_back')::int,
      unclear_faults = k.unclear_faults + coalesce(h.unclear, false)::int,
      queue_at = CASE WHEN k.queue_at = 'infinity' THEN k.queue_at
                      ELSE now() + coalesce(h."backOffMs", 0) * interval '1 ms' END
  FROM how h WHERE k.id = _call AND k.state = 'leased' AND k.fence = _fence
  RETURNING k.*
), written AS (
  INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, reason, prompt_tokens,
                           completion_tokens, gpu_ms, started_at)
  SELECT k.id, k.fence, k.team_id, k.evaluation_id, k.worker_id, h.state, left(h.reason, 1000), h."promptTokens",
         h."completionTokens", h."gpuMs", k.claimed_at
  FROM held k, how h
)
SELECT 'now' FROM held;
IF FOUND THEN RETURN; END IF;
UPDATE call_ledger l
SET state = 'discarded', reason = left(h.reason, 1000), ended_at = now(), prompt_tokens = h."promptTokens",
    completion_tokens = h."completionTokens", gpu_ms = h."gpuMs"
FROM jsonb_to_record(_end) AS h(reason text, "promptTokens" int, "completionTokens" int, "gpuMs" real)
WHERE l.call_id = _call AND l.fence = _fence AND l.state = 'lost';
RETURN QUERY
SELECT CASE WHEN EXISTS (
  SELECT 1 FROM call_ledger WHERE call_id = _call AND fence = _fence AND state = _end ->> 'state')
  THEN 'before' ELSE 'late' END;`,
}
