import { PLACED, type PlacedCall, queuedCall, type RequeuedCall } from './placed-call.js'
import { type Db, query } from '../query.js'

/** Rows one sweep moves at most; the next sweep goes on. */
const ROWS_PER_SWEEP = 5000

/** How many leases ran out in a pool. */
export interface ExpiredLeases {
  readonly pool: string
  readonly leases: number
}

/**
 * The reaper: returns calls with an expired lease to pending, and writes their attempts off as lost. Only the sweep
 * runs it. Scores are never queued, so they are left to their draws.
 */
export function returnExpiredLeases(db: Db): Promise<ExpiredLeases[]> {
  return query<ExpiredLeases>(
    db,
    `WITH expired AS (
       SELECT id FROM call WHERE live AND state = 'leased' AND lease_until < now()
       ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED
     ), returned AS (
       UPDATE call k
       SET state = 'pending', lease_until = NULL, queued_at = NULL,
           queue_at = CASE WHEN k.queue_at = 'infinity' THEN k.queue_at ELSE now() END
       FROM expired x WHERE k.id = x.id RETURNING k.*
     ), written AS (
       INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, started_at)
       SELECT id, fence, team_id, evaluation_id, worker_id, 'lost', claimed_at FROM returned
     )
     SELECT pool, count(*)::int AS leases FROM returned GROUP BY 1`,
    [ROWS_PER_SWEEP],
  )
}

/** The calls a pool's queue should hold. */
export interface QueuedCalls {
  readonly pool: string
  /** Pending calls that the sweep has queued. */
  readonly waiting: number
  readonly leased: number
}

/** Counts the calls that are in the queues for certain, by pool: a queue with fewer jobs has lost some. */
export function countQueuedCalls(db: Db): Promise<QueuedCalls[]> {
  return query<QueuedCalls>(
    db,
    `SELECT k.pool, (count(*) FILTER (WHERE k.state = 'pending' AND k.queued_at <= now() - interval '1 second'))::int AS waiting,
            (count(*) FILTER (WHERE k.state = 'leased'))::int AS leased
     FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind <> 'score'
     WHERE e.status = 'running' GROUP BY 1`,
  )
}

/**
 * The outbox relay: takes pending calls that should have been claimed by now, so that the sweep can queue them again,
 * and those of pools whose queue has lost jobs. A call still in its queue is taken once a minute, in case its own job
 * is lost while a surplus of others hides that.
 */
export async function takeCallsToQueue(db: Db, lossy: readonly string[] = []): Promise<RequeuedCall[]> {
  const rows = await query<PlacedCall>(
    db,
    `WITH due AS (
       SELECT k.id FROM call k JOIN evaluation e ON e.id = k.evaluation_id
       WHERE k.live AND k.state = 'pending' AND e.status = 'running'
         AND (k.queue_at <= now() OR (k.queued_at <= now() - interval '1 second' AND k.pool = ANY ($2::text[])))
       ORDER BY k.queue_at LIMIT $1 FOR UPDATE OF k SKIP LOCKED
     )
     UPDATE call k SET queue_at = now() + interval '1 minute', queued_at = now() FROM due d, evaluation e, pool p
     WHERE k.id = d.id AND e.id = k.evaluation_id AND p.name = k.pool
     RETURNING ${PLACED}`,
    [ROWS_PER_SWEEP, lossy],
  )
  return rows.map(queuedCall)
}

/** Selects the waiting draws of pools whose priority scale was just reset. */
export async function reorderedCalls(db: Db): Promise<RequeuedCall[]> {
  const rows = await query<PlacedCall>(
    db,
    `SELECT ${PLACED} FROM pool p JOIN evaluation e ON e.pool = p.name AND e.status = 'running'
     JOIN call k ON k.evaluation_id = e.id AND k.live AND k.state = 'pending' AND k.kind = 'draw'
     WHERE p.reordered_at > now() - interval '10 seconds' ORDER BY k.tag LIMIT $1`,
    [ROWS_PER_SWEEP],
  )
  return rows.map(queuedCall)
}

/**
 * Finds evaluations that need a round: with landed samples, with a regrade requested, or running with no draw in flight
 * or no redelivery left.
 */
export async function evaluationsNeedingRound(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `SELECT DISTINCT evaluation_id AS id FROM sample WHERE state = 'landed'
     UNION
     SELECT evaluation_id FROM regrade WHERE finished_at IS NULL
     UNION
     SELECT e.id FROM evaluation e
     WHERE e.status = 'running' AND e.source IS NULL AND NOT EXISTS (
       SELECT 1 FROM call k WHERE k.evaluation_id = e.id AND k.live AND k.kind = 'draw')
     UNION
     SELECT e.id FROM evaluation e JOIN spending p ON p.evaluation_id = e.id
     WHERE e.status = 'running' AND p.redelivered + p.calls_per_sample > p.redeliveries`,
  )
  return rows.map((row) => row.id)
}
