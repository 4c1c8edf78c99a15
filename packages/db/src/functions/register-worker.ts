import { LONGEST_REASON, MOST_DELIVERIES, MOST_SLOTS, MOST_WORKERS } from '@cges-fleet/core'
import { WORKER_FRESH } from '../pools/pools.js'
import { requireThat } from './bounds.js'
import type { DatabaseFunction } from './database-function.js'

const SLOTS = requireThat(
  `_slots BETWEEN 1 AND ${MOST_SLOTS}`,
  `a worker has from 1 to ${MOST_SLOTS} slots, not %: set WORKER_CONCURRENCY`,
  '_slots',
)

const DELIVERIES = requireThat(
  `_max_deliveries BETWEEN 1 AND ${MOST_DELIVERIES}`,
  `a worker gives a call up after 1 to ${MOST_DELIVERIES} deliveries, not %: set MAX_DELIVERIES`,
  '_max_deliveries',
)

const ROOM = requireThat(
  `EXISTS (SELECT 1 FROM worker WHERE id = _id)
  OR (SELECT count(*) FROM worker WHERE pool = _pool AND heartbeat_at > now() - ${WORKER_FRESH}) < ${MOST_WORKERS}`,
  `pool % has ${MOST_WORKERS} workers, the most there can be: use another pool`,
  '_pool',
)

const OWN = requireThat(
  `NOT EXISTS (SELECT 1 FROM worker WHERE id = _id AND secret <> _secret)`,
  `worker % was registered by another process`,
  '_id',
)

/** A worker of a pool that nobody has entered yet is not registered: nothing is waiting there that it could hold up. */
export const REGISTER_WORKER: DatabaseFunction = {
  name: 'register_worker',
  takes:
    '_id uuid, _pool text, _slots integer, _ready boolean, _reason text, _engine text, _preflight jsonb, _secret uuid, _max_deliveries integer',
  returns: 'void',
  does: `${SLOTS}${DELIVERIES}${ROOM}${OWN}
INSERT INTO worker (id, pool, slots, ready, reason, engine, preflight, secret, max_deliveries)
SELECT _id, _pool, _slots, _ready, left(_reason, ${LONGEST_REASON}), left(_engine, ${LONGEST_REASON}), _preflight, _secret,
       _max_deliveries
WHERE EXISTS (SELECT 1 FROM pool WHERE name = _pool)
ON CONFLICT (id) DO UPDATE
SET slots = EXCLUDED.slots, ready = EXCLUDED.ready, reason = EXCLUDED.reason, engine = EXCLUDED.engine,
    preflight = EXCLUDED.preflight, max_deliveries = EXCLUDED.max_deliveries, heartbeat_at = now();`,
}
