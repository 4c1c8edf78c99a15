/**
 * Whether a sample of trial `t` took more than one attempt. A correlated subquery: OFFSET keeps it from becoming a
 * join.
 */
export const REDRAWN = `EXISTS (SELECT 1 FROM call k WHERE k.trial_id = t.id AND k.kind = 'draw' AND k.fence > 1 OFFSET 0)`

/** Attempts shown of one sample: a call is given up before it has more. */
const ATTEMPTS = 10

/** The samples of trial `t` by index, as `i`: those that landed and those on their way. */
export const SAMPLE_PLACES = `(
  SELECT index FROM sample WHERE trial_id = t.id
  UNION
  SELECT index FROM call WHERE trial_id = t.id AND kind = 'draw' AND live
) i`

/**
 * The state of sample `s`, or of its call if it has not landed, and its newest attempts, as `state` and `attempts`. An
 * attempt under way is its call's own; imported samples have none.
 */
export const DELIVERY = `
SELECT coalesce(s.state, max(k.state)) AS state, coalesce(jsonb_agg(jsonb_build_object(
         'attempt', l.fence, 'state', l.state, 'reason', left(l.reason, 300), 'worker', l.worker_id,
         'startedAt', l.started_at, 'endedAt', l.ended_at) ORDER BY l.fence) FILTER (WHERE l.fence IS NOT NULL), '[]'::jsonb) AS attempts
FROM (SELECT 1) one
LEFT JOIN call k ON k.trial_id = t.id AND k.index = i.index AND k.kind = 'draw'
LEFT JOIN LATERAL (
  SELECT fence, state, reason, worker_id, started_at, ended_at FROM call_ledger WHERE call_id = k.id
  UNION ALL
  SELECT k.fence, 'started', NULL, k.worker_id, k.claimed_at, NULL WHERE k.state = 'leased'
  ORDER BY fence DESC LIMIT ${ATTEMPTS}
) l ON true`
