import { PLACED, type PlacedCall, queuedCall, type QueuedCall } from '../calls/placed-call.js'
import { type Db, query } from '../query.js'

/**
 * Returns samples of retried trials to pending, as many as there is room for: fence and seed stay, deliveries restart.
 * Their counts are taken back, since they will be read once more.
 */
export async function returnRetried(tx: Db, evaluationId: string, room: number): Promise<QueuedCall[]> {
  if (room <= 0) return []
  const returned = await query<PlacedCall>(tx, RETURN, [evaluationId, room])
  if (returned.length > 0) await query(tx, CLEAR, [evaluationId])
  return returned.map(queuedCall)
}

const RETURN = `
WITH due AS (
  SELECT s.trial_id, s.index FROM trial t JOIN sample s ON s.trial_id = t.id
  WHERE t.evaluation_id = $1 AND t.retrying AND s.state = 'read' AND s.outcome = 'infra_error'
  ORDER BY t.ordinal, s.index LIMIT $2
), gone AS (
  DELETE FROM sample s USING due d WHERE s.trial_id = d.trial_id AND s.index = d.index RETURNING s.trial_id, s.index
), returned AS (
  UPDATE call k SET state = 'pending', deliveries = 0, queued_at = NULL, queue_at = now() + interval '1 second'
  FROM gone g WHERE k.trial_id = g.trial_id AND k.index = g.index AND k.kind = 'draw'
  RETURNING k.*
), per_trial AS (
  SELECT trial_id, count(*)::int AS n FROM returned GROUP BY 1
), unread AS (
  UPDATE trial t SET read = t.read - p.n FROM per_trial p WHERE t.id = p.trial_id
), uncounted AS (
  UPDATE evaluation e
  SET attempts = e.attempts - r.attempts, samples_flagged = e.samples_flagged - r.flagged
  FROM (SELECT coalesce(sum(fence), 0)::int AS attempts, count(*) FILTER (WHERE unclear_faults > 0)::int AS flagged
        FROM returned) r
  WHERE e.id = $1
)
SELECT ${PLACED} FROM returned k JOIN pool p ON p.name = k.pool JOIN evaluation e ON e.id = $1`

const CLEAR = `
UPDATE trial t SET retrying = false
WHERE t.evaluation_id = $1 AND t.retrying AND NOT EXISTS (
  SELECT 1 FROM sample s WHERE s.trial_id = t.id AND s.state = 'read' AND s.outcome = 'infra_error')`
