import { type Db, query } from '../connection/query.js'
import { PLACED, type PlacedCall, queuedCall, REPAIR, type RequeuedCall } from './queued-calls.js'

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
       INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, claim, state, started_at)
       SELECT id, fence, team_id, evaluation_id, worker_id, claim, 'lost', claimed_at FROM returned
     )
     SELECT pool, count(*)::int AS leases FROM returned GROUP BY 1`,
    [ROWS_PER_SWEEP],
  )
}

/** A call that should be in its pool's queue. */
export interface DueCall {
  readonly callId: string
  readonly fence: number
  readonly pool: string
}

/** A call that its queue has lost, to be queued again. */
export type LostCall = RequeuedCall & {
  /** The repair before this one, of which something may be left in the queue; null if there was none. */
  readonly repairBefore: number | null
  /** Whether it had been queued under its present fence; a call that was returned to pending had not. */
  readonly lost: boolean
}

/** Selects calls `k` that are pending, and that whoever made them so, or a sweep, has had time to queue. */
const DUE = `k.state = 'pending' AND k.queue_at <= now() AND coalesce(k.queued_at <= now() - interval '1 second', true)`

/** Before the first id. */
const START = '00000000-0000-0000-0000-000000000000'

/**
 * Selects the calls that should be in the queues, a page at a time in the order of their ids: fewer than a page are the
 * last.
 */
export function selectDueCalls(db: Db, after: string | null, limit = ROWS_PER_SWEEP): Promise<DueCall[]> {
  return query<DueCall>(
    db,
    `SELECT k.id AS "callId", k.fence, k.pool FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live
     WHERE e.status = 'running' AND k.id > $1 AND ${DUE}
     UNION ALL
     SELECT k.id, k.fence, k.pool FROM call k WHERE k.live AND k.evaluation_id IS NULL AND k.id > $1 AND ${DUE}
     ORDER BY 1 LIMIT $2`,
    [after ?? START, limit],
  )
}

/**
 * The outbox relay: takes pending calls that their queues have no job for, so that the sweep can queue them, as a repair
 * of its own: no other sweep takes them for a second, and no job they had before has the id of their next.
 */
export async function takeLostCalls(db: Db, due: readonly DueCall[]): Promise<LostCall[]> {
  if (due.length === 0) return []
  const rows = await query<PlacedCall & Pick<LostCall, 'repairBefore' | 'lost'>>(
    db,
    `WITH due AS (
       SELECT k.id, ${REPAIR} AS "repairBefore", k.fence = 0 OR k.queued_at IS NOT NULL AS lost
       FROM unnest($1::uuid[], $2::integer[]) AS w(id, fence) JOIN call k ON k.id = w.id AND k.fence = w.fence
       LEFT JOIN evaluation e ON e.id = k.evaluation_id
       WHERE k.live AND (e.status = 'running' OR k.evaluation_id IS NULL) AND ${DUE}
       ORDER BY k.id FOR UPDATE OF k SKIP LOCKED
     )
     UPDATE call k SET queued_at = now()
     FROM due d JOIN call c ON c.id = d.id JOIN pool p ON p.name = c.pool LEFT JOIN evaluation e ON e.id = c.evaluation_id
     WHERE k.id = d.id
     RETURNING ${PLACED}, d."repairBefore", d.lost`,
    [due.map(({ callId }) => callId), due.map(({ fence }) => fence)],
  )
  return rows.map(({ repairBefore, lost, ...row }) => ({ ...queuedCall(row), repairBefore, lost }))
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
 * or no redelivery left, or stuck. One whose last round failed waits until it may be tried again.
 */
export async function evaluationsNeedingRound(db: Db): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `SELECT e.id FROM evaluation e WHERE e.deleted_at IS NULL AND coalesce(e.round_retry_at <= now(), true) AND e.id IN (
     SELECT DISTINCT evaluation_id FROM sample WHERE state = 'landed'
     UNION
     SELECT id FROM evaluation WHERE status = 'stuck'
     UNION
     SELECT evaluation_id FROM regrade WHERE finished_at IS NULL
     UNION
     SELECT e.id FROM evaluation e
     WHERE e.status = 'running' AND e.source IS NULL AND NOT EXISTS (
       SELECT 1 FROM call k WHERE k.evaluation_id = e.id AND k.live AND k.kind = 'draw')
     UNION
     SELECT e.id FROM evaluation e JOIN spending p ON p.evaluation_id = e.id
     WHERE e.status = 'running' AND p.redelivered + p.calls_per_sample > p.redeliveries)`,
  )
  return rows.map((row) => row.id)
}

/** How often it is written at most, however many coordinators sweep. */
const NOTED_EVERY_SECONDS = 5

/** Records that a coordinator has swept. */
export async function noteSweep(db: Db): Promise<void> {
  await query(db, NOTE, [NOTED_EVERY_SECONDS])
}

const NOTE = `
INSERT INTO sweep AS s (at) VALUES (now())
ON CONFLICT (one) DO UPDATE SET at = now() WHERE s.at < now() - make_interval(secs => $1)`

/** Returns how long ago any coordinator last swept, in seconds; null if none ever has. */
export async function selectSweptAgo(db: Db): Promise<number | null> {
  const [row] = await query<{ seconds: number }>(
    db,
    `SELECT extract(epoch FROM now() - at)::float8 AS seconds FROM sweep`,
  )
  return row?.seconds ?? null
}
