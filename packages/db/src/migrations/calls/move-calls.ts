/**
 * Converts existing data: a call for every planned sample, every score in the ledger and every try at a ranking, each
 * with the fence it had, then the whole ledger. An attempt under way continues under its lease. Attempts the ledger has
 * as begun that nobody holds are lost.
 */
export const MOVE_CALLS = `
INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, seed, tag, cost, state, fence, deliveries,
                  unclear_faults, lease_until, queue_at, worker_id, claim, claimed_at, created_at)
SELECT gen_random_uuid(), 'draw', s.team_id, s.evaluation_id, s.pool, s.trial_id, s.index, s.seed, s.tag, s.cost,
       CASE WHEN s.state IN ('landed', 'read') THEN 'ended' WHEN l.fence IS NULL THEN 'pending' ELSE s.state END,
       s.fence, s.deliveries, s.unclear_faults, CASE WHEN l.fence IS NOT NULL THEN s.lease_until END, s.queue_at,
       l.worker_id, l.claim, l.started_at, s.created_at
FROM sample s
JOIN evaluation e ON e.id = s.evaluation_id AND e.source IS NULL
LEFT JOIN call_ledger_before l ON l.trial_id = s.trial_id AND l.index = s.index AND l.kind = 'draw' AND l.fence = s.fence;

INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, state, fence, deliveries, lease_until, queue_at,
                  worker_id, claimed_at, created_at)
SELECT gen_random_uuid(), 'score', d.team_id, d.evaluation_id, d.pool, d.trial_id, d.index,
       CASE WHEN l.state = 'started' AND d.fence = l.fence AND d.state = 'leased' THEN 'leased' ELSE 'ended' END,
       l.fence, x.deliveries, CASE WHEN l.state = 'started' AND d.fence = l.fence THEN d.lease_until END, 'infinity',
       l.worker_id, l.started_at, x.began_at
FROM (
  SELECT trial_id, index, max(fence) AS fence, min(started_at) AS began_at,
         count(*) FILTER (WHERE state <> 'handed_back')::int AS deliveries
  FROM call_ledger_before WHERE kind = 'score' GROUP BY 1, 2
) x
JOIN call_ledger_before l ON l.trial_id = x.trial_id AND l.index = x.index AND l.kind = 'score' AND l.fence = x.fence
JOIN call d ON d.trial_id = x.trial_id AND d.index = x.index AND d.kind = 'draw';

INSERT INTO call (id, kind, team_id, evaluation_id, pool, ranking_id, index, seed, state, fence, deliveries, lease_until,
                  queue_at, worker_id, claim, claimed_at)
SELECT gen_random_uuid(), 'rank', r.team_id, r.evaluation_id, r.pool, r.id, t.index, r.seed + t.index,
       CASE WHEN NOT t.now THEN 'ended' WHEN r.state = 'leased' AND l.fence = r.fence THEN 'leased' ELSE 'pending' END,
       coalesce(t.fence, 0), CASE WHEN t.now THEN r.deliveries ELSE 0 END,
       CASE WHEN t.now AND l.fence = r.fence THEN r.lease_until END, r.queue_at, l.worker_id, l.claim, l.started_at
FROM ranking r
JOIN (
  SELECT id, index, max(fence) AS fence, bool_or(now) AS now
  FROM (
    SELECT trial_id AS id, index, fence, false AS now FROM call_ledger_before WHERE kind = 'rank'
    UNION ALL
    SELECT id, tries, NULL, true FROM ranking WHERE state <> 'landed' AND queue_at < 'infinity'
  ) each_try
  GROUP BY 1, 2
) t ON t.id = r.id
LEFT JOIN call_ledger_before l ON l.trial_id = r.id AND l.index = t.index AND l.kind = 'rank' AND l.fence = t.fence;

INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, reason, prompt_tokens, completion_tokens,
                         gpu_ms, started_at, ended_at)
SELECT k.id, l.fence, l.team_id, l.evaluation_id, l.worker_id, CASE l.state WHEN 'started' THEN 'lost' ELSE l.state END,
       l.reason, l.prompt_tokens, l.completion_tokens, l.gpu_ms, l.started_at, coalesce(l.ended_at, l.started_at)
FROM call_ledger_before l
JOIN call k ON coalesce(k.trial_id, k.ranking_id) = l.trial_id AND k.index = l.index AND k.kind = l.kind
WHERE NOT (l.state = 'started' AND k.state = 'leased' AND k.fence = l.fence);
CREATE INDEX call_ledger_of_evaluation ON call_ledger (evaluation_id);
DROP TABLE call_ledger_before;
`
