import type { DatabaseFunction } from './database-function.js'

/**
 * Claims the call that scores a drawn response, while its draw is held. It is never queued: it waits for its draw as
 * long as needed, and its lease is renewed and expires together with the draw's.
 */
export const CLAIM_SCORE: DatabaseFunction = {
  name: 'claim_score',
  takes: '_draw uuid, _fence integer, _held uuid, _claim uuid, _worker uuid, _secret uuid',
  returns: 'TABLE ("callId" uuid, fence integer, claim uuid)',
  does: `
INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, queue_at)
SELECT gen_random_uuid(), 'score', team_id, evaluation_id, pool, trial_id, index, 'infinity'
FROM call WHERE id = _draw AND (fence, claim) = (_fence, _held) AND state = 'leased'
ON CONFLICT (trial_id, index, kind) DO UPDATE SET state = 'pending' WHERE call.state = 'ended';
RETURN QUERY
SELECT c."callId", c.fence, c.claim
FROM call d JOIN call s ON s.trial_id = d.trial_id AND s.index = d.index AND s.kind = 'score'
CROSS JOIN LATERAL claim_calls(
  ARRAY[s.id], ARRAY[_claim], greatest(1, extract(epoch FROM d.lease_until - now())::float8 * 1000), _worker, _secret) c
WHERE d.id = _draw AND (d.fence, d.claim) = (_fence, _held) AND d.state = 'leased';`,
}
