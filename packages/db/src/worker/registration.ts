import {
  LONGEST_NAME,
  LONGEST_REASON,
  MOST_DELIVERIES,
  MOST_SLOTS,
  MOST_WORKERS,
  type Preflight,
} from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { WORKER_FRESH } from '../pools/pools.js'
import { type DatabaseFunction, requireThat } from '../schema/database-function.js'

interface WorkerRegistration {
  readonly id: string
  /** A UUID that its process alone knows, so that no other may change or remove it; its id unless given. */
  readonly secret?: string
  readonly name?: string
  readonly pool: string
  readonly slots: number
  /** A call delivered so often is given up; 6 unless given. */
  readonly maxDeliveries?: number
  readonly ready: boolean
  readonly reason: string | null
  readonly engine: string | null
  /** What it found out about its model server; left out or null until it has. */
  readonly preflight?: Preflight | null
}

/** Records that a worker is alive and whether it can draw, once its pool is there: its slots count while this is fresh. */
export async function heartbeat(db: Db, worker: WorkerRegistration): Promise<void> {
  const { id, secret = id, pool, slots, ready, reason, engine, preflight = null } = worker
  const { name = null, maxDeliveries = 6 } = worker
  const found = preflight === null ? null : JSON.stringify(preflight)
  const values = [id, pool, slots, ready, reason, engine, found, secret, maxDeliveries, name]
  await query(db, `SELECT register_worker($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, values)
}

/** Removes a worker that shuts down in good order from its pool. */
export async function deregisterWorker(
  db: Db,
  { id, secret = id }: Pick<WorkerRegistration, 'id' | 'secret'>,
): Promise<void> {
  await query(db, `SELECT deregister_worker($1, $2)`, [id, secret])
}

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

const SAME_SECRET = requireThat(
  `NOT EXISTS (SELECT 1 FROM worker WHERE id = _id AND secret <> _secret)`,
  `worker % was registered by another process`,
  '_id',
)

/** A worker of a pool that nobody has entered yet is not registered: nothing is waiting there that it could hold up. */
export const REGISTER_WORKER: DatabaseFunction = {
  name: 'register_worker',
  takes:
    '_id uuid, _pool text, _slots integer, _ready boolean, _reason text, _engine text, _preflight jsonb, _secret uuid, _max_deliveries integer, _name text',
  returns: 'void',
  does: `${SLOTS}${DELIVERIES}${ROOM}${SAME_SECRET}
INSERT INTO worker (id, pool, slots, ready, reason, engine, preflight, secret, max_deliveries, name)
SELECT _id, _pool, _slots, _ready, left(_reason, ${LONGEST_REASON}), left(_engine, ${LONGEST_REASON}), _preflight, _secret,
       _max_deliveries, nullif(left(_name, ${LONGEST_NAME}), '')
WHERE EXISTS (SELECT 1 FROM pool WHERE name = _pool)
ON CONFLICT (id) DO UPDATE
SET slots = EXCLUDED.slots, ready = EXCLUDED.ready, reason = EXCLUDED.reason, engine = EXCLUDED.engine,
    preflight = EXCLUDED.preflight, max_deliveries = EXCLUDED.max_deliveries, name = EXCLUDED.name,
    heartbeat_at = now();`,
}

/** Only who registered a worker knows its secret, and removes it. */
export const DEREGISTER_WORKER: DatabaseFunction = {
  name: 'deregister_worker',
  takes: '_id uuid, _secret uuid',
  returns: 'void',
  does: `
DELETE FROM worker WHERE id = _id AND secret = _secret;`,
}

/**
 * Has a pool promise what its first worker found out about its server, and returns what it promises. The promise stays
 * for as long as another worker draws by it or an evaluation is open that relies on it.
 */
export async function promiseAbilities(
  db: Db,
  { id, secret = id, pool }: Pick<WorkerRegistration, 'id' | 'secret' | 'pool'>,
  found: Preflight,
): Promise<Preflight> {
  const values = [pool, id, secret, JSON.stringify(found)]
  const [row] = await query<{ promise: Preflight | null }>(
    db,
    `SELECT * FROM promise_abilities($1, $2, $3, $4)`,
    values,
  )
  return row?.promise ?? found
}

/** Whose promise it is counts as ready at once: it is about to draw, and nobody may change the promise meanwhile. */
export const PROMISE_ABILITIES: DatabaseFunction = {
  name: 'promise_abilities',
  takes: '_pool text, _worker uuid, _secret uuid, _found jsonb',
  returns: 'TABLE (promise jsonb)',
  does: `
PERFORM 1 FROM pool WHERE name = _pool FOR UPDATE;
UPDATE pool p SET promise = _found
WHERE p.name = _pool AND EXISTS (SELECT 1 FROM worker WHERE id = _worker AND secret = _secret AND pool = _pool)
  AND (p.promise IS NULL OR NOT EXISTS (
    SELECT 1 FROM worker WHERE pool = _pool AND id <> _worker AND ready AND heartbeat_at > now() - ${WORKER_FRESH}
    UNION ALL SELECT 1 FROM evaluation WHERE pool = _pool AND status IN ('running', 'paused', 'stuck')));
IF FOUND THEN
  UPDATE worker SET ready = true WHERE id = _worker;
END IF;
RETURN QUERY SELECT p.promise FROM pool p WHERE p.name = _pool;`,
}

export const ENTER_POOL: DatabaseFunction = {
  name: 'enter_pool',
  takes: '_pool text, _serves jsonb',
  returns:
    'TABLE (model text, revision text, provenance text, "rewardModel" text, "stepScorer" text, "maxModelLen" integer)',
  does: `
INSERT INTO pool (name, model, model_revision, provenance, reward_model, step_scorer, max_model_len)
SELECT _pool, s.model, s.revision, s.provenance, s."rewardModel", s."stepScorer", s."maxModelLen"
FROM jsonb_to_record(_serves) AS s(
  model text, revision text, provenance text, "rewardModel" text, "stepScorer" text, "maxModelLen" integer)
ON CONFLICT (name) DO UPDATE SET max_model_len = EXCLUDED.max_model_len
WHERE pool.max_model_len IS NULL AND EXCLUDED.max_model_len IS NOT NULL
  AND (pool.model, pool.provenance) = (EXCLUDED.model, EXCLUDED.provenance);
RETURN QUERY
SELECT p.model, p.model_revision, p.provenance, p.reward_model, p.step_scorer, p.max_model_len
FROM pool p WHERE p.name = _pool;`,
}
