import { createHash } from 'node:crypto'
import type { CloneRequest } from '@cges-fleet/core'
import { type Database, listPools, selectOriginal, type TeamId } from '@cges-fleet/db'
import { refuseField } from '../http/refusal.js'
import { runnableOn } from './runnable.js'
import { refuseWebhook } from '../webhooks/refuse-webhook.js'
import { unknownEvaluation } from './load-view.js'
import { storeAdmitted, type Submitted } from './submit-evaluation.js'

interface Cloning {
  readonly id: string
  readonly changes: CloneRequest
  readonly idempotencyKey: string | null
  /** The name of the key it is cloned with. */
  readonly owner: string | null
}

/** Submits an evaluation again with the specification of another, on the same revision of its benchmark. */
export async function cloneEvaluation(
  db: Database,
  team: TeamId,
  { id, changes, idempotencyKey, owner }: Cloning,
): Promise<Submitted> {
  const original = await selectOriginal(db, team, id)
  if (original === null) throw unknownEvaluation(id)
  const {
    name = `${original.name} (clone)`.slice(0, 120),
    pool: poolName = original.pool,
    seed = original.seed,
  } = changes
  const wanted = { ...original, name, pool: poolName, seed }
  const pool = (await listPools(db)).find(({ name }) => name === wanted.pool)
  if (pool === undefined) throw refuseField('pool', `there is no pool "${wanted.pool}"`)
  const methods = [...original.methods, ...(original.setAside ?? []).map(({ spec }) => spec)]
  const runnable = runnableOn(pool, { ...wanted, methods })
  await refuseWebhook(db, team, wanted.notify ?? null)
  const hash = createHash('sha256')
    .update(JSON.stringify([id, changes]))
    .digest('hex')
  const idempotency = idempotencyKey === null ? null : { key: idempotencyKey, hash }
  return storeAdmitted(db, team, { ...wanted, ...runnable, owner, idempotency, reason: `a clone of ${id}` })
}
