/** Whether a sample of trial `t` took more than one attempt. Asked trial by trial: OFFSET keeps it from becoming a join. */
export const REDRAWN = `EXISTS (SELECT 1 FROM call k WHERE k.trial_id = t.id AND k.kind = 'draw' AND k.fence > 1 OFFSET 0)`

/** Attempts told of one sample: more are not made before it is given up. */
const ATTEMPTS = 10

/** How far sample `s` is, and the newest attempts at it, as `state` and `attempts`; imported samples have none. */
export const DELIVERY = `
SELECT s.state, coalesce(jsonb_agg(jsonb_build_object(
         'attempt', l.fence, 'state', l.state, 'reason', left(l.reason, 300), 'worker', l.worker_id,
         'startedAt', l.started_at, 'endedAt', l.ended_at) ORDER BY l.fence) FILTER (WHERE l.fence IS NOT NULL), '[]'::jsonb) AS attempts
FROM (SELECT 1) one
LEFT JOIN (
  SELECT l.* FROM call k JOIN call_ledger l ON l.call_id = k.id
  WHERE k.trial_id = s.trial_id AND k.index = s.index AND k.kind = 'draw'
  ORDER BY l.fence DESC LIMIT ${ATTEMPTS}
) l ON true`
