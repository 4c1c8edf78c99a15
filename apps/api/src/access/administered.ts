import type { Database } from '@cges-fleet/db'
import type { Caller } from './caller.js'

/**
 * The teams, keys and log that a caller sees to, as the database shows them: every team's to administrators of the
 * fleet, and to everyone else their own team's alone, where no statement reaches another's rows.
 */
export function administered(identity: Database, { scopes, db }: Caller): Database {
  return scopes.includes('teams:manage') ? identity : db
}
