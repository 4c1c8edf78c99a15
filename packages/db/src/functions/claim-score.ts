import type { DatabaseFunction } from './database-function.js'

/**
 * Claims the call that scores what a draw has brought, while the draw is held. No queue carries it: it waits for its draw
 * for ever, and its lease runs out with the draw's, which is renewed beside it.
 */
export const CLAIM_SCORE: DatabaseFunction = {
  name: 'claim_score',
  takes: '_draw uuid, _fence integer, _worker uuid, _claim uuid',
  returns: 'TABLE ("callId" uuid, fence integer)',
  does: `
INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, queue_at)
SELECT gen_random_uuid(), 'score', team_id, evaluation_id, pool, trial_id, index, 'infinity'
FROM call WHERE id = _draw AND fence = _fence AND state = 'leased'
ON CONFLICT (trial_id, index, kind) DO UPDATE SET state = 'pending' WHERE call.state = 'ended';
RETURN QUERY
SELECT c."callId", c.fence
FROM call d JOIN call s ON s.trial_id = d.trial_id AND s.index = d.index AND s.kind = 'score'
CROSS JOIN LATERAL claim_call(s.id, extract(epoch FROM d.lease_until - now())::float8 * 1000, 2147483647, _worker, _claim) c
WHERE d.id = _draw AND d.fence = _fence AND d.state = 'leased';`,
}
