import type { DatabaseFunction } from './database-function.js'

/** Makes the pool that stands for an imported log's model; the API may make no other. */
export const ENTER_IMPORTED_POOL: DatabaseFunction = {
  name: 'enter_imported_pool',
  takes: '_pool text, _model text',
  returns: 'void',
  does: `
INSERT INTO pool (name, model, provenance) VALUES (_pool, _model, 'imported') ON CONFLICT (name) DO NOTHING;`,
}
