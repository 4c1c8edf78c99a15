import { LONGEST_REASON } from '@cges-fleet/core'
import type { DatabaseFunction } from './database-function.js'

/**
 * Dead-letters a pending call of a worker's pool that was delivered as often as the worker registered: its sample becomes one that could not be drawn, its ranking
 * counts for nothing.
 */
export const GIVE_UP_CALL: DatabaseFunction = {
  name: 'give_up_call',
  takes: '_call uuid, _worker uuid, _secret uuid',
  returns: 'TABLE ("evaluationId" uuid)',
  does: `
RETURN QUERY
WITH given AS (
  UPDATE call k SET state = 'ended' FROM evaluation e, worker w
  WHERE w.id = _worker AND w.secret = _secret AND k.pool = w.pool
    AND k.id = _call AND k.state = 'pending' AND k.deliveries >= w.max_deliveries
    AND e.id = k.evaluation_id AND e.status = 'running'
  RETURNING k.*
), samples AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, unclear_faults, outcome, error, landed_at)
  SELECT trial_id, index, team_id, evaluation_id, 'landed', seed, unclear_faults, 'infra_error',
         left('given up after ' || deliveries || ' deliveries' || coalesce(': ' || (
           SELECT reason FROM call_ledger l WHERE l.call_id = given.id AND reason IS NOT NULL ORDER BY l.fence DESC LIMIT 1
         ), ''), ${LONGEST_REASON}), now()
  FROM given WHERE kind = 'draw'
), rankings AS (
  UPDATE ranking r SET state = 'landed' FROM given k WHERE r.id = k.ranking_id
)
SELECT evaluation_id FROM given;`,
}
