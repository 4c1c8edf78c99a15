import type { DatabaseFunction } from './database-function.js'

/** A first claim was reserved when the sample was planned; one more is paid from the evaluation's redeliveries. */
export const CLAIM_SAMPLE: DatabaseFunction = {
  name: 'claim_sample',
  takes: '_trial uuid, _index integer, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
  returns: `TABLE ("trialId" uuid, index integer, "teamId" uuid, "evaluationId" uuid, fence integer, seed bigint,
  "unclearFaults" integer, methods integer, question text, choices jsonb)`,
  does: `
RETURN QUERY
WITH wanted AS MATERIALIZED (
  SELECT s.trial_id, s.index, s.fence > 0 AS again, e.id AS evaluation_id, e.benchmark_id,
         jsonb_array_length(e.spec -> 'methods') AS methods
  FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
  WHERE s.trial_id = _trial AND s.index = _index AND s.state = 'pending' AND s.deliveries < _max_deliveries
    AND e.status = 'running'
  FOR UPDATE OF s
), paid AS (
  UPDATE spending p SET redelivered = p.redelivered + p.calls_per_sample FROM wanted w
  WHERE w.again AND p.evaluation_id = w.evaluation_id
    AND coalesce(p.redelivered + p.calls_per_sample <= p.redeliveries, true)
  RETURNING p.evaluation_id
), claimed AS (
  UPDATE sample s
  SET state = 'leased', fence = s.fence + 1, deliveries = s.deliveries + 1,
      lease_until = now() + _lease_ms * interval '1 ms'
  FROM wanted w
  WHERE s.trial_id = w.trial_id AND s.index = w.index AND (NOT w.again OR EXISTS (SELECT 1 FROM paid))
  RETURNING s.trial_id, s.index, s.team_id, s.evaluation_id, s.fence, s.seed, s.unclear_faults, w.benchmark_id, w.methods
), written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state, claim)
  SELECT trial_id, index, 'draw', fence, team_id, evaluation_id, _worker, 'started', _claim FROM claimed
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT s.trial_id, s.index, s.team_id, s.evaluation_id, s.fence, s.seed, s.unclear_faults, e.benchmark_id,
         jsonb_array_length(e.spec -> 'methods')
  FROM call_ledger l
  JOIN sample s ON s.trial_id = l.trial_id AND s.index = l.index AND s.fence = l.fence AND s.state = 'leased'
  JOIN evaluation e ON e.id = s.evaluation_id
  WHERE l.trial_id = _trial AND l.index = _index AND l.kind = 'draw' AND l.claim = _claim
)
SELECT c.trial_id, c.index, c.team_id, c.evaluation_id, c.fence, c.seed, c.unclear_faults, c.methods, q.question, q.choices
FROM taken c
JOIN trial t ON t.id = c.trial_id
JOIN question q ON q.benchmark_id = c.benchmark_id AND q.position = t.position;`,
}
