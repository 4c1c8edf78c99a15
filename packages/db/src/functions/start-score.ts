import type { DatabaseFunction } from './database-function.js'

export const START_SCORE: DatabaseFunction = {
  name: 'start_score',
  takes: '_trial uuid, _index integer, _fence integer, _worker uuid',
  returns: 'TABLE (held boolean)',
  does: `
RETURN QUERY
WITH written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state)
  SELECT trial_id, index, 'score', fence, team_id, evaluation_id, _worker, 'started' FROM sample
  WHERE trial_id = _trial AND index = _index AND fence = _fence AND state = 'leased'
  ON CONFLICT (trial_id, index, kind, fence) DO UPDATE SET worker_id = EXCLUDED.worker_id
  RETURNING 1
)
SELECT EXISTS (SELECT 1 FROM written);`,
}
