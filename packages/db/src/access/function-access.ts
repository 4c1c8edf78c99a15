import { signatureOf } from '../functions/database-function.js'
import { WORKER_FUNCTIONS } from '../functions/worker-functions.js'
import type { DatabaseRole } from './database-role.js'

const ACCESS: Readonly<Record<string, readonly DatabaseRole[]>> = {
  'fleet_demand(text)': ['api', 'coordinator'],
  'pool_team_points(text, integer, interval, timestamp with time zone)': ['api'],
  'enter_imported_pool(text, text)': ['api'],
  'forget_expired(integer, integer, integer)': ['coordinator'],
  // Triggers: nobody calls them.
  'refuse_change()': [],
  'refuse_move()': [],
  'refuse_second_sample()': [],
  // The coordinator needs it to regrade an evaluation with the settings it was drawn with.
  'drawing_context(uuid)': ['coordinator', 'worker'],
}

/** Returns the roles that may call a function; null for a function that is not listed, which callers must refuse. */
export function callersOf(signature: string): readonly DatabaseRole[] | null {
  return ACCESS[signature] ?? (OF_WORKERS.has(signature) ? ['worker'] : null)
}

const OF_WORKERS = new Set(WORKER_FUNCTIONS.map(signatureOf))
