import type { PoolPrice, PoolView, Provenance } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { type PauseReader, pauseOf, shownPause, type StoredPause } from './pause.js'

type PoolRow = Omit<PoolView, 'paused'> & { readonly paused: StoredPause | null }

/**
 * Lists the pools with their workers: which draw, how many at once, and why one does not. Those of imported logs never
 * draw. Without a reader, who paused a pool stays unnamed.
 */
export async function listPools(db: Db, reader: PauseReader | null = null): Promise<PoolView[]> {
  const rows = await query<PoolRow>(
    db,
    `SELECT p.name, p.model, p.model_revision AS revision, p.provenance, p.reward_model AS "rewardModel",
            p.step_scorer AS "stepScorer", p.max_model_len AS "maxModelLen", p.promise,
            CASE WHEN coalesce(p.gpu_hour_price, p.prompt_million_price, p.completion_million_price) IS NOT NULL
                 THEN jsonb_build_object('gpuHour', p.gpu_hour_price, 'promptMillion', p.prompt_million_price,
                                         'completionMillion', p.completion_million_price, 'currency', p.currency) END AS price,
            ${pauseOf('p')} AS paused, p.queue_visibility AS "queueVisibility",
            coalesce(w.workers, '[]'::jsonb) AS workers
     FROM pool p LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object(
                'id', id, 'name', name, 'slots', slots, 'ready', ready, 'reason', reason, 'engine', engine,
                'preflight', preflight, 'heartbeatAgeMs', round(extract(epoch FROM now() - heartbeat_at) * 1000)) ORDER BY id) AS workers
       FROM worker WHERE pool = p.name AND heartbeat_at > now() - ${WORKER_FRESH}
     ) w ON true
     WHERE p.provenance <> 'imported'
     ORDER BY p.name`,
  )
  return rows.map(({ paused, ...row }) => ({ ...row, paused: shownPause(paused, reader) }))
}

/**
 * Sets what a pool's use costs from now on. Returns the currency that its use is booked in, which stays as it
 * was first set; null if there is no such pool.
 */
export async function pricePool(db: Db, pool: string, price: PoolPrice): Promise<string | null> {
  const { gpuHour, promptMillion, completionMillion, currency } = price
  const values = [pool, gpuHour, promptMillion, completionMillion, currency]
  const rows = await query<{ currency: string | null }>(db, PRICE, values)
  return rows[0]?.currency ?? null
}

const PRICE = `
UPDATE pool SET currency = coalesce(currency, $5),
  gpu_hour_price = CASE WHEN coalesce(currency, $5) = $5 THEN $2::float8 ELSE gpu_hour_price END,
  prompt_million_price = CASE WHEN coalesce(currency, $5) = $5 THEN $3::float8 ELSE prompt_million_price END,
  completion_million_price = CASE WHEN coalesce(currency, $5) = $5 THEN $4::float8 ELSE completion_million_price END
WHERE name = $1 AND provenance <> 'imported' RETURNING currency`

export interface PoolModel {
  readonly model: string
  /** The revision of the model's weights; null if nobody has said. */
  readonly revision: string | null
  readonly provenance: Provenance
  /** The reward model beside the pool's model; null if samples get no scores. */
  readonly rewardModel: string | null
  /** The step scorer, which weighs the steps of a response; null if there is none. */
  readonly stepScorer: string | null
  /**
   * The most tokens a prompt and its answer have together, which every server of the pool takes; null if none has said.
   */
  readonly maxModelLen: number | null
}

type Served = Pick<PoolModel, 'model' | 'provenance'> & Partial<PoolModel>

/**
 * Creates a pool for the first worker that serves it; afterwards returns what the pool promises, for the worker to
 * compare. The context is promised by the first worker of the pool's model whose server reports one.
 */
export async function ensurePool(db: Db, pool: string, served: Served): Promise<PoolModel> {
  const serves = { revision: null, rewardModel: null, stepScorer: null, maxModelLen: null, ...served }
  const rows = await query<PoolModel>(db, `SELECT * FROM enter_pool($1, $2)`, [pool, JSON.stringify(serves)])
  return rows[0] ?? serves
}

/** A worker without a heartbeat for this long no longer counts. */
export const WORKER_FRESH = `interval '30 seconds'`

/** Selects how many slots of a pool have nothing to do and nothing waiting for them; 0 at least. */
export async function selectIdleSlots(tx: Db, pool: string): Promise<number> {
  const rows = await query<{ idle: number }>(tx, IDLE, [pool])
  return rows[0]?.idle ?? 0
}

const IDLE = `
SELECT greatest(0, (SELECT coalesce(sum(slots), 0) FROM worker
                    WHERE pool = $1 AND ready AND heartbeat_at > now() - ${WORKER_FRESH})
                 - (SELECT count(*) FROM evaluation e JOIN call k ON k.evaluation_id = e.id AND k.live AND k.kind <> 'score'
                    WHERE e.pool = $1 AND e.status IN ('running', 'paused', 'stuck'))
                 - (SELECT count(*) FROM call WHERE pool = $1 AND live AND kind = 'chat'))::int AS idle`

/**
 * Returns the SQL of whether the gateway has just refused a request because a pool has no worker: one is wanted, though
 * no row waits for it.
 */
export function isWanted(pool: string): string {
  return `coalesce(${pool}.wanted_until > now(), false)`
}

/** Makes the pool that stands for an imported log's model; the API may make no other. */
export const ENTER_IMPORTED_POOL: DatabaseFunction = {
  name: 'enter_imported_pool',
  takes: '_pool text, _model text',
  returns: 'void',
  does: `
INSERT INTO pool (name, model, provenance) VALUES (_pool, _model, 'imported') ON CONFLICT (name) DO NOTHING;`,
}
