import type { DatabaseFunction } from './database-function.js'

export const REGISTER_WORKER: DatabaseFunction = {
  name: 'register_worker',
  takes: '_id uuid, _pool text, _slots integer, _ready boolean, _reason text, _engine text, _preflight jsonb',
  returns: 'void',
  does: `
INSERT INTO worker (id, pool, slots, ready, reason, engine, preflight)
VALUES (_id, _pool, _slots, _ready, _reason, _engine, _preflight)
ON CONFLICT (id) DO UPDATE
SET slots = EXCLUDED.slots, ready = EXCLUDED.ready, reason = EXCLUDED.reason, engine = EXCLUDED.engine,
    preflight = EXCLUDED.preflight, heartbeat_at = now();`,
}
