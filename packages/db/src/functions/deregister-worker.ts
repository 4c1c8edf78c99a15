import type { DatabaseFunction } from './database-function.js'

/** Only who registered a worker knows its secret, and removes it. */
export const DEREGISTER_WORKER: DatabaseFunction = {
  name: 'deregister_worker',
  takes: '_id uuid, _secret uuid',
  returns: 'void',
  does: `
DELETE FROM worker WHERE id = _id AND secret = _secret;`,
}
