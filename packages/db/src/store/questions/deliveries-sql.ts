/** Whether a sample of trial `t` took more than one attempt. Asked trial by trial: OFFSET keeps it from becoming a join. */
export const REDRAWN = `EXISTS (SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.fence > 1 OFFSET 0)`

/** Attempts told of one sample: more are not made before it is given up. */
const ATTEMPTS = 10

/** How far sample `s` is, and the newest attempts at it, as `state` and `attempts`. */
export const DELIVERY = `
SELECT s.state, coalesce(jsonb_agg(jsonb_build_object(
         'attempt', l.fence, 'state', l.state, 'reason', left(l.reason, 300), 'worker', l.worker_id,
         'startedAt', l.started_at, 'endedAt', l.ended_at) ORDER BY l.fence) FILTER (WHERE l.fence IS NOT NULL), '[]'::jsonb) AS attempts
FROM (SELECT 1) one
LEFT JOIN (
  SELECT * FROM call_ledger c WHERE c.trial_id = s.trial_id AND c.index = s.index AND c.kind = 'draw'
  ORDER BY c.fence DESC LIMIT ${ATTEMPTS}
) l ON true`
