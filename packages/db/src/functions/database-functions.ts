import type { DatabaseFunction } from './database-function.js'
import { FLEET_DEMAND } from './fleet-demand.js'
import { WORKER_FUNCTIONS } from './worker-functions.js'

/** Every function that is made anew whenever the database is migrated. */
export const DATABASE_FUNCTIONS: readonly DatabaseFunction[] = [...WORKER_FUNCTIONS, FLEET_DEMAND]
