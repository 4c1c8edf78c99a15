import type { Preflight } from '@cges-fleet/core'
import { type Db, query } from '../query.js'
import { NOTE_SECONDS } from './point-steps.js'
import type { PointsWanted } from './select-pool-points.js'

/** A worker that was heard of lately, and what it did by its last note. */
export interface PoolWorker {
  readonly id: string
  readonly slots: number
  readonly ready: boolean
  readonly reason: string | null
  readonly engine: string | null
  readonly preflight: Preflight | null
  readonly heartbeatAgeMs: number
  readonly inFlight: number | null
  readonly tokensPerSecond: number | null
}

/** A worker that sent no heartbeat is still shown for this long, as one that disappeared without leaving. */
const REMEMBERED = `interval '10 minutes'`

const WORKERS = `
SELECT w.id, w.slots, w.ready, w.reason, w.engine, w.preflight,
       round(extract(epoch FROM now() - w.heartbeat_at) * 1000)::float8 AS "heartbeatAgeMs",
       (p.active / p.notes)::int AS "inFlight", (p.tokens / (p.notes * ${NOTE_SECONDS}.0))::float8 AS "tokensPerSecond"
FROM worker w
LEFT JOIN LATERAL (
  SELECT active, tokens, notes FROM worker_point
  WHERE pool = w.pool AND step = ${NOTE_SECONDS} AND worker_id = w.id AND at > now() - interval '90 seconds' AND at <= w.heartbeat_at
  ORDER BY worker_point.at DESC LIMIT 1
) p ON true
WHERE w.pool = $1 AND w.heartbeat_at > now() - ${REMEMBERED}
ORDER BY w.heartbeat_at > now() - interval '30 seconds' DESC, w.id LIMIT $2`

/** Reads a pool's workers, including those that disappeared without leaving; `most` at most. */
export function selectPoolWorkers(db: Db, pool: string, most: number): Promise<PoolWorker[]> {
  return query<PoolWorker>(db, WORKERS, [pool, most])
}

/** The load of one worker over an interval, as sums over its records. */
export interface WorkerPoint {
  readonly id: string
  readonly at: number
  readonly slots: number
  readonly active: number
}

const POINTS = `
SELECT p.worker_id AS id, (extract(epoch FROM date_bin($4::float8 * interval '1 second', p.at, 'epoch')) * 1000)::float8 AS at,
       sum(p.slots)::float8 AS slots, sum(p.active)::float8 AS active
FROM worker_point p
WHERE p.pool = $1 AND p.step = $2 AND p.at >= $3 AND p.worker_id = ANY ($5::uuid[])
GROUP BY 1, 2 ORDER BY 1, 2`

/** Selects how busy some workers were, in bins of a number of seconds. */
export function selectWorkerPoints(
  db: Db,
  { pool, step, from }: PointsWanted,
  binSeconds: number,
  workers: readonly string[],
): Promise<WorkerPoint[]> {
  return query<WorkerPoint>(db, POINTS, [pool, step, from, binSeconds, workers])
}

/** When one worker was first and last noted, and how much it did. */
export interface WorkerSpan {
  readonly id: string
  readonly first: number
  readonly last: number
}

const SPANS = `
SELECT worker_id AS id, (extract(epoch FROM min(at)) * 1000)::float8 AS first, (extract(epoch FROM max(at)) * 1000)::float8 AS last
FROM worker_point WHERE pool = $1 AND step = $2 AND at >= $3
GROUP BY 1 ORDER BY max(at) DESC, sum(active) DESC, 1 LIMIT $4`

/** Reads which workers a pool had, the latest and then the busiest first. */
export function selectWorkerSpans(db: Db, { pool, step, from }: PointsWanted, most: number): Promise<WorkerSpan[]> {
  return query<WorkerSpan>(db, SPANS, [pool, step, from, most])
}
