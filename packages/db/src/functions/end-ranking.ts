import type { DatabaseFunction } from './database-function.js'

/** Ends a ranking's call as the ledger is to say it, and the ranking with it unless it is to be asked again. */
export const END_RANKING: DatabaseFunction = {
  name: 'end_ranking',
  takes: `_ranking uuid, _fence integer, _try integer, _again boolean, _call_state text, _easiest_first integer[],
    _back_off_ms double precision, _reason text, _prompt_tokens integer, _completion_tokens integer, _gpu_ms real`,
  returns: 'TABLE (held boolean)',
  does: `
RETURN QUERY
WITH held AS (
  UPDATE ranking
  SET state = CASE WHEN _again THEN 'pending' ELSE 'landed' END, lease_until = NULL, easiest_first = _easiest_first,
      tries = tries + (_call_state = 'settled')::int, deliveries = deliveries - (_call_state = 'handed_back')::int,
      queue_at = CASE WHEN _call_state = 'settled' THEN 'infinity' ELSE now() + _back_off_ms * interval '1 ms' END
  WHERE id = _ranking AND state = 'leased' AND fence = _fence RETURNING 1
), ledger AS (
  UPDATE call_ledger
  SET state = CASE WHEN EXISTS (SELECT 1 FROM held) THEN _call_state ELSE 'discarded' END, reason = _reason,
      ended_at = now(), prompt_tokens = _prompt_tokens, completion_tokens = _completion_tokens, gpu_ms = _gpu_ms
  WHERE trial_id = _ranking AND index = _try AND kind = 'rank' AND fence = _fence AND state IN ('started', 'lost')
)
SELECT EXISTS (SELECT 1 FROM held);`,
}
