import type { DatabaseFunction } from './database-function.js'

/** Ends a call that ranked questions, and its ranking unless it is to be retried once. */
export const LAND_RANKING: DatabaseFunction = {
  name: 'land_ranking',
  takes: '_call uuid, _fence integer, _claim uuid, _end jsonb, _easiest_first integer[], _last boolean',
  returns: 'TABLE (ended text)',
  does: `
RETURN QUERY
WITH ended AS MATERIALIZED (
  SELECT e.ended AS how
  FROM end_calls(jsonb_build_array(_end || jsonb_build_object('callId', _call, 'fence', _fence, 'claim', _claim))) e
), landed AS (
  UPDATE ranking r SET state = 'landed', easiest_first = _easiest_first
  FROM ended e JOIN call k ON k.id = _call AND e.how = 'now'
  WHERE r.id = k.ranking_id AND _last
)
SELECT how FROM ended;`,
}
