import { type Db, query } from '../store/query.js'
import type { TeamId } from '../team.js'

/** What one team has running in a pool, in sums. */
export interface TeamLoad {
  readonly id: TeamId
  readonly team: string
  readonly weight: number
  readonly evaluations: number
  readonly waiting: number
  readonly active: number
  readonly backlog: number
}

/** Reads who has work in a pool and how much: sums alone, so that it may be read across teams. */
export function readPoolLoad(db: Db, pool: string): Promise<TeamLoad[]> {
  return query<TeamLoad>(
    db,
    `SELECT team_id AS id, team, weight, evaluations, waiting, active, backlog FROM pool_load($1) ORDER BY team`,
    [pool],
  )
}
