import type { DatabaseFunction } from './database-function.js'
import { ENTER_IMPORTED_POOL } from './enter-imported-pool.js'
import { FLEET_DEMAND } from './fleet-demand.js'
import { FORGET_EXPIRED } from './forget-expired.js'
import { POOL_TEAM_POINTS } from './pool-team-points.js'
import { WORKER_FUNCTIONS } from './worker-functions.js'

/** Every function that is made anew whenever the database is migrated. */
export const DATABASE_FUNCTIONS: readonly DatabaseFunction[] = [
  ...WORKER_FUNCTIONS,
  FLEET_DEMAND,
  POOL_TEAM_POINTS,
  ENTER_IMPORTED_POOL,
  FORGET_EXPIRED,
]
