import { REQUIRE_LEASE } from './bounds.js'
import type { DatabaseFunction } from './database-function.js'

/**
 * The first claim was reserved when the call was planned; later claims are paid from the evaluation's redeliveries, and
 * a score's with its draw's. A worker claims in its own name, of its own pool, and nothing that was delivered as often as
 * it registered. Rows are locked in the order of their ids, as everywhere that several are. `asks` is the input for the
 * model; `methods` rises whenever methods are added or set aside.
 */
export const CLAIM_CALLS: DatabaseFunction = {
  name: 'claim_calls',
  takes: '_calls uuid[], _claims uuid[], _lease_ms double precision, _worker uuid, _secret uuid',
  returns: `TABLE (claim uuid, "callId" uuid, kind text, "teamId" uuid, "evaluationId" uuid, "trialId" uuid,
  "rankingId" uuid, index integer, fence integer, seed bigint, "unclearFaults" integer, methods integer, asks jsonb)`,
  does: `${REQUIRE_LEASE}
RETURN QUERY
WITH asked AS MATERIALIZED (
  SELECT a.id, a.claim FROM unnest(_calls, _claims) AS a(id, claim)
), wanted AS MATERIALIZED (
  SELECT k.id, k.kind, k.fence > 0 AND k.kind <> 'score' AS pays, e.id AS evaluation_id
  FROM worker w JOIN call k ON k.pool = w.pool JOIN evaluation e ON e.id = k.evaluation_id
  WHERE w.id = _worker AND w.secret = _secret AND k.id = ANY (_calls)
    AND k.state = 'pending' AND (k.deliveries < w.max_deliveries OR k.kind = 'score')
    AND (e.status = 'running' OR k.kind = 'score')
  ORDER BY k.id FOR UPDATE OF k
), purse AS MATERIALIZED (
  SELECT * FROM spending p WHERE p.evaluation_id IN (SELECT w.evaluation_id FROM wanted w WHERE w.pays)
  ORDER BY p.evaluation_id FOR UPDATE
), cost AS (
  SELECT w.id, p.evaluation_id, p.redeliveries,
         p.redelivered + sum(CASE w.kind WHEN 'draw' THEN p.calls_per_sample ELSE 1 END)
           OVER (PARTITION BY p.evaluation_id ORDER BY w.id) AS upto
  FROM wanted w JOIN purse p ON p.evaluation_id = w.evaluation_id WHERE w.pays
), payable AS (
  SELECT * FROM cost c WHERE coalesce(c.upto <= c.redeliveries, true)
), paid AS (
  UPDATE spending p SET redelivered = b.upto
  FROM (SELECT c.evaluation_id, max(c.upto) AS upto FROM payable c GROUP BY 1) b
  WHERE p.evaluation_id = b.evaluation_id
), claimed AS (
  UPDATE call k
  SET state = 'leased', fence = k.fence + 1, deliveries = k.deliveries + 1, worker_id = _worker, claim = a.claim,
      claimed_at = now(), lease_until = now() + _lease_ms * interval '1 ms'
  FROM wanted w JOIN (SELECT DISTINCT ON (id) * FROM asked ORDER BY id) a ON a.id = w.id
  WHERE k.id = w.id AND (NOT w.pays OR w.id IN (SELECT c.id FROM payable c))
  RETURNING k.*
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT k.* FROM asked a JOIN call k ON k.id = a.id AND k.claim = a.claim AND k.worker_id = _worker AND k.state = 'leased'
)
SELECT k.claim, k.id, k.kind, k.team_id, k.evaluation_id, k.trial_id, k.ranking_id, k.index, k.fence, k.seed,
       k.unclear_faults, jsonb_array_length(e.spec -> 'methods') + 2 * jsonb_array_length(coalesce(e.spec -> 'setAside', '[]')),
       CASE k.kind WHEN 'rank' THEN (
         SELECT jsonb_build_object('questions', jsonb_agg(q.question ORDER BY p.place))
         FROM ranking r CROSS JOIN unnest(r.positions) WITH ORDINALITY AS p(position, place)
         JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = p.position
         WHERE r.id = k.ranking_id)
       ELSE (
         SELECT jsonb_build_object('question', q.question, 'choices', q.choices, 'endsBelow', k.ends_below)
         FROM trial t JOIN question q ON q.benchmark_id = e.benchmark_id AND q.position = t.position
         WHERE t.id = k.trial_id)
       END
FROM taken k JOIN evaluation e ON e.id = k.evaluation_id;`,
}
