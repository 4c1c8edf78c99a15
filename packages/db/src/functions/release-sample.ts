import type { DatabaseFunction } from './database-function.js'

/** Sends a sample back to be drawn again: after a fault as `failed`, undrawn as `handed_back`, which is no delivery. */
export const RELEASE_SAMPLE: DatabaseFunction = {
  name: 'release_sample',
  takes:
    '_trial uuid, _index integer, _fence integer, _handed_back boolean, _unclear boolean, _back_off_ms double precision, _reason text, _gpu_ms real',
  returns: 'TABLE (released boolean)',
  does: `
RETURN QUERY
WITH released AS (
  UPDATE sample
  SET state = 'pending', lease_until = NULL, deliveries = deliveries - _handed_back::int,
      unclear_faults = unclear_faults + _unclear::int, queue_at = now() + _back_off_ms * interval '1 ms'
  WHERE trial_id = _trial AND index = _index AND state = 'leased' AND fence = _fence RETURNING 1
), ledger AS (
  UPDATE call_ledger
  SET state = CASE WHEN NOT EXISTS (SELECT 1 FROM released) THEN 'discarded'
                   WHEN _handed_back THEN 'handed_back' ELSE 'failed' END,
      reason = _reason, ended_at = now(), gpu_ms = _gpu_ms
  WHERE trial_id = _trial AND index = _index AND kind = 'draw' AND fence = _fence AND state IN ('started', 'lost')
)
SELECT EXISTS (SELECT 1 FROM released);`,
}
