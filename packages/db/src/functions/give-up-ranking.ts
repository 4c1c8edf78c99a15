import type { DatabaseFunction } from './database-function.js'

export const GIVE_UP_RANKING: DatabaseFunction = {
  name: 'give_up_ranking',
  takes: '_ranking uuid, _max_deliveries integer',
  returns: 'TABLE ("evaluationId" uuid)',
  does: `
RETURN QUERY
UPDATE ranking SET state = 'landed', fence = fence + 1
WHERE id = _ranking AND state = 'pending' AND deliveries >= _max_deliveries RETURNING evaluation_id;`,
}
