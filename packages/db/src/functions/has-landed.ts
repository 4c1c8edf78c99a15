import type { DatabaseFunction } from './database-function.js'

export const HAS_LANDED: DatabaseFunction = {
  name: 'has_landed',
  takes: '_trial uuid, _index integer, _fence integer',
  returns: 'TABLE (landed boolean)',
  does: `
RETURN QUERY
SELECT EXISTS (
  SELECT 1 FROM call_ledger
  WHERE trial_id = _trial AND index = _index AND kind = 'draw' AND fence = _fence AND state IN ('settled', 'failed'));`,
}
