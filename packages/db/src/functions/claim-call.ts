import type { DatabaseFunction } from './database-function.js'

/**
 * A first claim was reserved when the call was planned; one more is paid from the evaluation's redeliveries, a score's
 * with its draw's. `asks` is what the model is to be asked about.
 */
export const CLAIM_CALL: DatabaseFunction = {
  name: 'claim_call',
  takes: '_call uuid, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
  returns: `TABLE ("callId" uuid, kind text, "teamId" uuid, "evaluationId" uuid, "trialId" uuid, "rankingId" uuid,
  index integer, fence integer, seed bigint, "unclearFaults" integer, methods integer, asks jsonb)`,
  does: `
RETURN QUERY
WITH wanted AS MATERIALIZED (
  SELECT k.id, k.kind, k.fence > 0 AND k.kind <> 'score' AS pays, e.id AS evaluation_id
  FROM call k JOIN evaluation e ON e.id = k.evaluation_id
  WHERE k.id = _call AND k.state = 'pending' AND k.deliveries < _max_deliveries
    AND (e.status = 'running' OR k.kind = 'score')
  FOR UPDATE OF k
), cost AS (
  SELECT w.evaluation_id, CASE w.kind WHEN 'draw' THEN p.calls_per_sample ELSE 1 END AS calls
  FROM wanted w JOIN spending p ON p.evaluation_id = w.evaluation_id WHERE w.pays
), paid AS (
  UPDATE spending p SET redelivered = p.redelivered + c.calls FROM cost c
  WHERE p.evaluation_id = c.evaluation_id AND coalesce(p.redelivered + c.calls <= p.redeliveries, true)
  RETURNING 1
), claimed AS (
  UPDATE call k
  SET state = 'leased', fence = k.fence + 1, deliveries = k.deliveries + 1, worker_id = _worker, claim = _claim,
      claimed_at = now(), lease_until = now() + _lease_ms * interval '1 ms'
  FROM wanted w WHERE k.id = w.id AND (NOT w.pays OR EXISTS (SELECT 1 FROM paid))
  RETURNING k.*
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT * FROM call WHERE id = _call AND state = 'leased' AND claim = _claim
)
SELECT k.id, k.kind, k.team_id, k.evaluation_id, k.trial_id, k.ranking_id, k.index, k.fence, k.seed, k.unclear_faults,
       jsonb_array_length(e.spec -> 'methods'),
       CASE k.kind WHEN 'rank' THEN (
         SELECT jsonb_build_object('questions', jsonb_agg(q.question ORDER BY p.place))
         FROM ranking r CROSS JOIN unnest(r.positions) WITH ORDINALITY AS p(position, place)
         JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = p.position
         WHERE r.id = k.ranking_id)
       ELSE (
         SELECT jsonb_build_object('question', q.question, 'choices', q.choices)
         FROM trial t JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
         WHERE t.id = k.trial_id)
       END
FROM taken k JOIN evaluation e ON e.id = k.evaluation_id;`,
}
