import type { DatabaseFunction } from './database-function.js'

export const CLAIM_RANKING: DatabaseFunction = {
  name: 'claim_ranking',
  takes: '_ranking uuid, _lease_ms double precision, _max_deliveries integer, _worker uuid, _claim uuid',
  returns: `TABLE ("rankingId" uuid, "evaluationId" uuid, fence integer, seed bigint, tries integer, methods integer,
  questions text[])`,
  does: `
RETURN QUERY
WITH wanted AS MATERIALIZED (
  SELECT r.id, e.id AS evaluation_id, e.benchmark_id, jsonb_array_length(e.spec -> 'methods') AS methods, EXISTS (
           SELECT 1 FROM call_ledger l WHERE l.trial_id = r.id AND l.index = r.tries AND l.kind = 'rank') AS again
  FROM ranking r JOIN evaluation e ON e.id = r.evaluation_id
  WHERE r.id = _ranking AND r.state = 'pending' AND r.deliveries < _max_deliveries AND e.status = 'running'
  FOR UPDATE OF r
), paid AS (
  UPDATE spending p SET redelivered = p.redelivered + 1 FROM wanted w
  WHERE w.again AND p.evaluation_id = w.evaluation_id AND coalesce(p.redelivered + 1 <= p.redeliveries, true)
  RETURNING p.evaluation_id
), claimed AS (
  UPDATE ranking r
  SET state = 'leased', fence = r.fence + 1, deliveries = r.deliveries + 1,
      lease_until = now() + _lease_ms * interval '1 ms'
  FROM wanted w WHERE r.id = w.id AND (NOT w.again OR EXISTS (SELECT 1 FROM paid))
  RETURNING r.*, w.benchmark_id, w.methods
), written AS (
  INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state, claim)
  SELECT id, tries, 'rank', fence, team_id, evaluation_id, _worker, 'started', _claim FROM claimed
), taken AS (
  SELECT * FROM claimed
  UNION ALL
  SELECT r.*, e.benchmark_id, jsonb_array_length(e.spec -> 'methods')
  FROM call_ledger l
  JOIN ranking r ON r.id = l.trial_id AND r.tries = l.index AND r.fence = l.fence AND r.state = 'leased'
  JOIN evaluation e ON e.id = r.evaluation_id
  WHERE l.trial_id = _ranking AND l.kind = 'rank' AND l.claim = _claim
)
SELECT c.id, c.evaluation_id, c.fence, c.seed, c.tries, c.methods,
       (SELECT array_agg(q.question ORDER BY p.place)
        FROM unnest(c.positions) WITH ORDINALITY AS p(position, place)
        JOIN question q ON q.benchmark_id = c.benchmark_id AND q.position = p.position)
FROM taken c;`,
}
