import { type Db, query } from '../query.js'

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
