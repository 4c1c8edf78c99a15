import type { QueuedRanking } from '../rounds/plan-rankings.js'
import { PLACED, type PlacedSample, queuedSample, type RequeuedSample } from './placed-sample.js'
import { type Db, query } from '../query.js'

/** Rows one sweep moves at most; the next sweep goes on. */
const ROWS_PER_SWEEP = 5000

/** Returns samples whose lease ran out to pending, writing their calls off as lost. Only the sweep does this. */
export async function returnExpiredLeases(db: Db): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    `WITH expired AS (
       SELECT trial_id, index FROM sample WHERE state = 'leased' AND lease_until < now()
       ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED
     ), returned AS (
       UPDATE sample s SET state = 'pending', lease_until = NULL, queue_at = now() FROM expired x
       WHERE s.trial_id = x.trial_id AND s.index = x.index RETURNING s.trial_id, s.index, s.fence
     ), written AS (
       UPDATE call_ledger l SET state = 'lost', ended_at = now() FROM returned r
       WHERE l.trial_id = r.trial_id AND l.index = r.index AND l.fence = r.fence
         AND l.kind IN ('draw', 'score') AND l.state = 'started'
     )
     SELECT count(*)::int AS n FROM returned`,
    [ROWS_PER_SWEEP],
  )
  return rows[0]?.n ?? 0
}

/** Takes pending samples that should have been claimed by now, for the queue to get them again. */
export async function takeSamplesToQueue(db: Db): Promise<RequeuedSample[]> {
  const rows = await query<PlacedSample>(
    db,
    `WITH due AS (
       SELECT s.trial_id, s.index FROM sample s JOIN evaluation e ON e.id = s.evaluation_id
       WHERE s.state = 'pending' AND s.queue_at <= now() AND e.status = 'running'
       ORDER BY s.queue_at LIMIT $1 FOR UPDATE OF s SKIP LOCKED
     )
     UPDATE sample s SET queue_at = now() + interval '2 seconds' FROM due d, evaluation e, pool p
     WHERE s.trial_id = d.trial_id AND s.index = d.index AND e.id = s.evaluation_id AND p.name = s.pool
     RETURNING ${PLACED}`,
    [ROWS_PER_SWEEP],
  )
  return rows.map(queuedSample)
}

/** Reads the waiting samples of pools whose scale of priorities began anew a moment ago. */
export async function reorderedSamples(db: Db): Promise<RequeuedSample[]> {
  const rows = await query<PlacedSample>(
    db,
    `SELECT ${PLACED} FROM pool p JOIN evaluation e ON e.pool = p.name AND e.status = 'running'
     JOIN sample s ON s.evaluation_id = e.id AND s.state = 'pending'
     WHERE p.reordered_at > now() - interval '10 seconds' ORDER BY s.tag LIMIT $1`,
    [ROWS_PER_SWEEP],
  )
  return rows.map(queuedSample)
}

/** Returns rankings whose lease ran out to pending, as `returnExpiredLeases` does samples. */
export async function returnExpiredRankings(db: Db): Promise<number> {
  const rows = await query<{ n: number }>(
    db,
    `WITH returned AS (
       UPDATE ranking SET state = 'pending', lease_until = NULL, queue_at = now()
       WHERE state = 'leased' AND lease_until < now() RETURNING id, tries, fence
     ), written AS (
       UPDATE call_ledger l SET state = 'lost', ended_at = now() FROM returned r
       WHERE l.trial_id = r.id AND l.index = r.tries AND l.fence = r.fence AND l.kind = 'rank' AND l.state = 'started'
     )
     SELECT count(*)::int AS n FROM returned`,
  )
  return rows[0]?.n ?? 0
}

/** A pending ranking that is queued again, with what tells whether it is traced. */
export type RequeuedRanking = QueuedRanking & Pick<RequeuedSample, 'traceparent' | 'trialsTotal'>

/** Takes pending rankings that should have been claimed by now, for the queue to get them again. */
export async function takeOverdueRankings(db: Db): Promise<RequeuedRanking[]> {
  return query<RequeuedRanking>(
    db,
    `UPDATE ranking r SET queue_at = now() + interval '2 seconds' FROM evaluation e
     WHERE r.state = 'pending' AND r.queue_at <= now() AND e.id = r.evaluation_id AND e.status = 'running'
     RETURNING r.id AS "rankingId", r.fence, r.pool, e.traceparent, e.trials_total AS "trialsTotal"`,
  )
}

/** Finds evaluations that need a round: with samples landed, to be graded again, or running with nothing in flight or with no redelivery left. */
export async function evaluationsNeedingRound(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `SELECT DISTINCT evaluation_id AS id FROM sample WHERE state = 'landed'
     UNION
     SELECT evaluation_id FROM regrade WHERE finished_at IS NULL
     UNION
     SELECT e.id FROM evaluation e
     WHERE e.status = 'running' AND e.source IS NULL AND NOT EXISTS (
       SELECT 1 FROM sample s WHERE s.evaluation_id = e.id AND s.state IN ('pending', 'leased'))
     UNION
     SELECT e.id FROM evaluation e JOIN spending p ON p.evaluation_id = e.id
     WHERE e.status = 'running' AND p.redelivered + p.calls_per_sample > p.redeliveries`,
  )
  return rows.map((row) => row.id)
}
