import type { Preflight } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { TeamId } from '../ids.js'
import type { DatabaseFunction } from '../schema/database-function.js'

/** Points of how a pool stood: how many seconds each is of, and for how long it is kept. */
export const POINT_STEPS = [
  { step: 10, kept: '1 hour' },
  { step: 60, kept: '6 hours' },
  { step: 600, kept: '7 days' },
] as const

/** The seconds from one note of a pool that works to the next. */
export const NOTE_SECONDS = POINT_STEPS[0].step

/**
 * The intervals at which an unchanged pool is recorded, with workers and without; such a record counts for its whole
 * interval.
 */
export const IDLE_SECONDS = 60
export const EMPTY_SECONDS = 600

/** Waits are counted by length: the first place is below 10 ms, each further one goes up to √2 times as long. */
export const WAIT_PLACES = 40
const FIRST_MS = 10

/** The place of a wait of `ms`, an SQL expression, from 0 on. */
export function waitPlace(ms: string): string {
  return `least(${WAIT_PLACES - 1}, greatest(0, ceil(2 * log(2, greatest(${ms}, 1)::numeric / ${FIRST_MS}))))::int`
}

/** The longest wait that is counted at a place, in seconds. */
export function waitSeconds(place: number): number {
  return (FIRST_MS / 1000) * 2 ** (place / 2)
}

/** Which points: of which pool, of which step, and from when on. */
export interface PointsWanted {
  readonly pool: string
  readonly step: number
  readonly from: Date
}

/** Sums over the notes of one point; milliseconds since 1970 tell when it began. */
export interface PoolPoint {
  readonly at: number
  readonly notes: number
  readonly known: number
  readonly ready: number
  readonly slots: number
  readonly active: number
  readonly waiting: number
  readonly backlog: number
  /** The samples that caps and the teams' limits allowed. */
  readonly usable: number
  readonly tokens: number
  readonly oldestMs: number
  /** Calls by how long they had waited: see `waitSeconds`. */
  readonly waits: readonly number[]
}

/** Reads how a pool stood, oldest first. */
export function selectPoolPoints(db: Db, { pool, step, from }: PointsWanted): Promise<PoolPoint[]> {
  return query<PoolPoint>(
    db,
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, notes, known, ready, slots, active, waiting,
            backlog::float8 AS backlog, usable::float8 AS usable, tokens::float8 AS tokens, oldest_ms AS "oldestMs", waits
     FROM pool_point WHERE pool = $1 AND step = $2 AND at >= $3 ORDER BY pool_point.at`,
    [pool, step, from],
  )
}

/** The load of one team in a pool over an interval, as sums over its records. */
export interface TeamPoint {
  readonly team: string
  readonly id: TeamId
  readonly at: number
  readonly notes: number
  readonly active: number
  readonly waiting: number
  readonly backlog: number
  /** The share of the samples in flight that its weight entitled it to. */
  readonly entitled: number
}

/**
 * Selects the load of teams in a pool, in bins of a number of seconds: sums only, so that it may be selected across
 * teams.
 */
export function selectTeamPoints(db: Db, { pool, step, from }: PointsWanted, binSeconds: number): Promise<TeamPoint[]> {
  return query<TeamPoint>(
    db,
    `SELECT team, team_id AS id, (extract(epoch FROM at) * 1000)::float8 AS at, notes::float8 AS notes,
            active::float8 AS active, waiting::float8 AS waiting, backlog, entitled
     FROM pool_team_points($1, $2, $4::float8 * interval '1 second', $3)`,
    [pool, step, from, binSeconds],
  )
}

/** How long a team's calls waited for a slot. */
export interface TeamWaits {
  readonly at: number
  readonly oldestMs: number
  readonly waits: readonly number[]
}

/** Reads how long a team's own calls waited in a pool, oldest first. */
export function selectTeamWaits(db: Db, team: TeamId, { pool, step, from }: PointsWanted): Promise<TeamWaits[]> {
  return query<TeamWaits>(
    db,
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, oldest_ms AS "oldestMs", waits
     FROM team_point WHERE pool = $1 AND step = $2 AND at >= $3 AND team_id = $4 ORDER BY team_point.at`,
    [pool, step, from, team],
  )
}

/** A worker that was heard of lately, and what it did by its last note. */
interface PoolWorker {
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

const OLD = `pool p, (VALUES ${POINT_STEPS.map(({ step, kept }) => `(${step}, interval '${kept}')`).join(', ')}) AS k(step, kept)
  WHERE o.pool = p.name AND o.step = k.step AND o.at < now() - k.kept`

const FORGET = `
WITH pools AS (DELETE FROM pool_point o USING ${OLD}),
     teams AS (DELETE FROM team_point o USING ${OLD})
DELETE FROM worker_point o USING ${OLD}`

/** Deletes the points of pools that are older than their step is kept for. */
export async function forgetPoolPoints(db: Db): Promise<void> {
  await query(db, FORGET)
}

/** The load of a pool's teams over time: sums alone, so that the API may read them across teams. */
export const POOL_TEAM_POINTS: DatabaseFunction = {
  name: 'pool_team_points',
  takes: '_pool text, _step integer, _bin interval, _since timestamp with time zone',
  returns: `TABLE (team text, team_id uuid, at timestamptz, notes bigint, active bigint, waiting bigint,
  backlog double precision, entitled double precision)`,
  does: `
RETURN QUERY
SELECT t.name, p.team_id, date_bin(_bin, p.at, 'epoch') AS binned, sum(p.notes), sum(p.active), sum(p.waiting),
       sum(p.backlog)::float8, sum(p.entitled)
FROM team_point p JOIN team t ON t.id = p.team_id
WHERE p.pool = _pool AND p.step = _step AND p.at >= _since
GROUP BY 1, 2, 3 ORDER BY 1, 3;`,
}
