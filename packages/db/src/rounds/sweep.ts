import { effectiveWeights, type Sharer } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import { isReserved, sharersOf, slotsOf } from '../pools/reservations.js'
import { VIRTUAL } from './draws.js'
import { PLACED, type PlacedCall, queuedCall, REPAIR, type RequeuedCall } from './queued-calls.js'
import { lockTurns } from './room.js'

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

/** A team whose samples wait in a pool by turns of another weight than it has now. */
interface Stale {
  readonly pool: string
  readonly teamId: TeamId
  readonly weight: number
}

/**
 * Gives waiting samples new turns where a team's weight is no longer the one they were planned by: as a reservation
 * begins, ends or takes more because others have work. Without it, what was queued before would be drawn first. Their
 * queues follow (`reorderedCalls`). Returns how many teams it was done for.
 */
export async function renewTurns(db: Database): Promise<number> {
  const stale = (await query<Turns>(db, TURNS)).flatMap(staleOf)
  for (const { pool, teamId, weight } of stale) {
    await transaction(db, async (tx) => {
      await lockTurns(tx, teamId)
      await query(tx, RENEW, [pool, teamId, weight])
    })
  }
  return stale.length
}

interface Turns extends Stale {
  readonly slots: number
  readonly sharers: readonly Sharer[]
}

/** Weights follow what others have to draw: a small change is not worth a new place for every sample. */
const SMALL = 0.02

function staleOf({ pool, teamId, weight: given, slots, sharers }: Turns): Stale[] {
  const weight = effectiveWeights(slots, sharers).get(teamId) ?? given
  return Math.abs(weight / given - 1) < SMALL ? [] : [{ pool, teamId, weight }]
}

const OF_TEAM = `e.status = 'running' AND k.live AND k.state = 'pending' AND k.kind = 'draw'`

const TURNS = `
SELECT t.pool, t.team_id AS "teamId", t.weight, ${slotsOf('t.pool')} AS slots, ${sharersOf('t.pool', 't.team_id')} AS sharers
FROM turn t JOIN team m ON m.id = t.team_id
WHERE (t.weight <> m.weight OR ${isReserved('t.pool')}) AND EXISTS (
  SELECT 1 FROM evaluation e JOIN call k ON k.evaluation_id = e.id
  WHERE e.pool = t.pool AND e.team_id = t.team_id AND ${OF_TEAM})
ORDER BY 1, 2`

/** The first keeps its place or gets an earlier one, the others follow by what they cost; rows are locked by their ids. */
const RENEW = `
WITH waiting AS MATERIALIZED (
  SELECT k.id, k.tag, k.cost FROM evaluation e JOIN call k ON k.evaluation_id = e.id
  WHERE e.pool = $1 AND e.team_id = $2 AND ${OF_TEAM} ORDER BY k.id FOR NO KEY UPDATE OF k SKIP LOCKED
), placed AS (
  SELECT w.id, least(first_value(w.tag) OVER turns, v.at + first_value(w.cost) OVER turns / $3::float8)
               + (sum(w.cost::float8) OVER turns - first_value(w.cost) OVER turns) / $3::float8 AS tag
  FROM waiting w CROSS JOIN (SELECT ${VIRTUAL} AS at FROM pool q WHERE q.name = $1) v
  WINDOW turns AS (ORDER BY w.tag, w.id)
), moved AS (
  UPDATE call k SET tag = p.tag FROM placed p WHERE k.id = p.id
), kept AS (
  UPDATE turn SET weight = $3::float8, last_tag = coalesce((SELECT max(tag) FROM placed), last_tag)
  WHERE pool = $1 AND team_id = $2
)
UPDATE pool SET reordered_at = now() WHERE name = $1`

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
