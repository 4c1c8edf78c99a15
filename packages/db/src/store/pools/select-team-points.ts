import type { TeamId } from '../../team.js'
import { type Db, query } from '../query.js'
import type { PointsWanted } from './select-pool-points.js'

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
export interface OwnWaits {
  readonly at: number
  readonly oldestMs: number
  readonly waits: readonly number[]
}

/** Reads how long a team's own calls waited in a pool, oldest first. */
export function selectOwnWaits(db: Db, team: TeamId, { pool, step, from }: PointsWanted): Promise<OwnWaits[]> {
  return query<OwnWaits>(
    db,
    `SELECT (extract(epoch FROM at) * 1000)::float8 AS at, oldest_ms AS "oldestMs", waits
     FROM team_point WHERE pool = $1 AND step = $2 AND at >= $3 AND team_id = $4 ORDER BY team_point.at`,
    [pool, step, from, team],
  )
}
