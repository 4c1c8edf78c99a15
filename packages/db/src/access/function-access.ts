import { signatureOf } from '../functions/database-function.js'
import { WORKER_FUNCTIONS } from '../functions/worker-functions.js'
import type { DatabaseRole } from './database-role.js'

const ACCESS: Readonly<Record<string, readonly DatabaseRole[]>> = {
  'pool_load(text)': ['api'],
  'enter_imported_pool(text, text)': ['api'],
  'forget_expired(integer, integer, integer)': ['coordinator'],
  // Triggers: nobody calls them.
  'refuse_change()': [],
  'refuse_move()': [],
  'refuse_second_sample()': [],
  // A coordinator grades again as the evaluation was drawn.
  'drawing_context(uuid)': ['coordinator', 'worker'],
}

/** Tells who may call a function; null for one that nobody thought of, which is then refused. */
export function callersOf(signature: string): readonly DatabaseRole[] | null {
  return ACCESS[signature] ?? (OF_WORKERS.has(signature) ? ['worker'] : null)
}

const OF_WORKERS = new Set(WORKER_FUNCTIONS.map(signatureOf))
