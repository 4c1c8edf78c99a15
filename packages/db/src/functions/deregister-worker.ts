import type { DatabaseFunction } from './database-function.js'

export const DEREGISTER_WORKER: DatabaseFunction = {
  name: 'deregister_worker',
  takes: '_id uuid',
  returns: 'void',
  does: `
DELETE FROM worker WHERE id = _id;`,
}
