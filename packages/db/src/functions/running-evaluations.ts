import type { DatabaseFunction } from './database-function.js'

export const RUNNING_EVALUATIONS: DatabaseFunction = {
  name: 'running_evaluations',
  takes: '_pool text',
  returns: 'TABLE (id uuid)',
  does: `
RETURN QUERY
SELECT id FROM evaluation WHERE pool = _pool AND status = 'running';`,
}
