import type { Provenance } from '@cges-fleet/core'
import type { DataSource } from 'typeorm'
import { type Db, query } from '../query.js'
import { transaction } from '../transaction.js'

export interface PoolModel {
  readonly model: string
  /** The revision of the model's weights; null where nobody has said. */
  readonly revision: string | null
  readonly provenance: Provenance
  /** The reward model beside the pool's model; null where samples get no scores. */
  readonly rewardModel: string | null
  /** The most tokens a prompt and its answer have together, which every server of the pool takes; null where none has said. */
  readonly maxModelLen: number | null
}

type Served = Pick<PoolModel, 'model' | 'provenance'> & Partial<PoolModel>

/**
 * Enters a pool for the first worker that serves it; afterwards tells what the pool promises, for the worker to compare.
 * The context is promised by the first worker of the pool's model whose server tells one.
 */
export async function ensurePool(db: Db, pool: string, served: Served): Promise<PoolModel> {
  const { model, revision = null, provenance, rewardModel = null, maxModelLen = null } = served
  const rows = await query<PoolModel>(db, `SELECT * FROM enter_pool($1, $2, $3, $4, $5, $6)`, [
    pool,
    model,
    revision,
    provenance,
    rewardModel,
    maxModelLen,
  ])
  return rows[0] ?? { revision: null, rewardModel: null, maxModelLen: null, ...served }
}

/**
 * Writes down what a pool promises, before its first worker or where nobody has said yet; what is left out stays. Once an
 * evaluation has been submitted to a pool it keeps what it has promised, or old answers would pass for another model's;
 * its context alone may change, while no evaluation is open. Returns why not, or null.
 */
export async function promisePool(db: DataSource, pool: string, promised: Served): Promise<string | null> {
  return transaction(db, async (tx) => {
    const before = await ensurePool(tx, pool, promised)
    await query(tx, `SELECT 1 FROM pool WHERE name = $1 FOR UPDATE`, [pool])
    const after = { ...before, ...promised }
    const used = await query(tx, `SELECT 1 FROM evaluation WHERE pool = $1 LIMIT 1`, [pool])
    const broken = (['model', 'provenance', 'revision', 'rewardModel'] as const).find(
      (name) => before[name] !== null && before[name] !== after[name],
    )
    if (used.length > 0 && broken !== undefined) {
      return `pool ${pool} has evaluations with ${broken} ${before[broken]}, so it keeps that: promise another pool`
    }
    if (before.maxModelLen !== null && before.maxModelLen !== after.maxModelLen && (await hasOpen(tx, pool))) {
      return `pool ${pool} has open evaluations that rely on a context of ${before.maxModelLen} tokens: let them end, or cancel them`
    }
    await query(
      tx,
      `UPDATE pool SET model = $2, model_revision = $3, provenance = $4, reward_model = $5, max_model_len = $6
       WHERE name = $1`,
      [pool, after.model, after.revision, after.provenance, after.rewardModel, after.maxModelLen],
    )
    return null
  })
}

const OPEN = `SELECT 1 FROM evaluation WHERE pool = $1 AND status IN ('running', 'paused') LIMIT 1`

async function hasOpen(db: Db, pool: string): Promise<boolean> {
  const open = await query(db, OPEN, [pool])
  return open.length > 0
}
