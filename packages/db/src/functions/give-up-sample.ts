import type { DatabaseFunction } from './database-function.js'

export const GIVE_UP_SAMPLE: DatabaseFunction = {
  name: 'give_up_sample',
  takes: '_trial uuid, _index integer, _max_deliveries integer',
  returns: 'TABLE ("evaluationId" uuid)',
  does: `
RETURN QUERY
UPDATE sample s
SET state = 'landed', outcome = 'infra_error', landed_at = now(),
    error = 'given up after ' || s.deliveries || ' deliveries'
FROM evaluation e
WHERE s.trial_id = _trial AND s.index = _index AND s.state = 'pending' AND s.deliveries >= _max_deliveries
  AND e.id = s.evaluation_id AND e.status = 'running'
RETURNING s.evaluation_id;`,
}
