import type { Database } from '@cges-fleet/db'
import type { Caller } from './caller.js'

/**
 * The teams, keys and audit log a caller administers, as the database shows them: every team's for administrators of
 * the fleet, their own team's for everyone else, whatever a statement asks for.
 */
export function administered(identity: Database, { scopes, db }: Caller): Database {
  return scopes.includes('teams:manage') ? identity : db
}
