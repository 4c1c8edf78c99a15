import { ensurePool, type PoolModel, promisePool } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { POOL, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const db = useDatabase()
const MODEL = { model: 'm', provenance: 'model' } as const
const promised = (pool: string): Promise<PoolModel> => ensurePool(db(), pool, { model: 'asked', provenance: 'model' })

it('promises what a worker then compares itself with', async () => {
  expect(await promisePool(db(), 'gpu', { ...MODEL, revision: 'abc' })).toBeNull()
  expect(await promised('gpu')).toEqual({
    ...MODEL,
    revision: 'abc',
    rewardModel: null,
    stepScorer: null,
    maxModelLen: null,
  })
  expect(await promisePool(db(), 'gpu', { ...MODEL, rewardModel: 'prm@last' })).toBeNull()
  expect(await promised('gpu')).toEqual({
    ...MODEL,
    revision: 'abc',
    rewardModel: 'prm@last',
    stepScorer: null,
    maxModelLen: null,
  })
  expect(await promisePool(db(), 'gpu', { ...MODEL, model: 'n', revision: null })).toBeNull()
  expect(await promised('gpu')).toMatchObject({ model: 'n', revision: null })
})

it('keeps what it promised once an evaluation relies on it, and adds what nobody had said', async () => {
  await submit(db())
  const same = { model: 'm', provenance: 'simulated' } as const
  expect(await promisePool(db(), POOL, { ...same, model: 'n' })).toMatch(/has evaluations with model m, so it keeps/)
  expect(await promisePool(db(), POOL, { ...same, provenance: 'model' })).toMatch(/with provenance simulated/)
  expect(await promisePool(db(), POOL, { ...same, revision: 'abc', rewardModel: 'prm@last' })).toBeNull()
  expect(await promised(POOL)).toEqual({
    ...same,
    revision: 'abc',
    rewardModel: 'prm@last',
    stepScorer: null,
    maxModelLen: null,
  })
  expect(await promisePool(db(), POOL, { ...same, revision: 'def' })).toMatch(/with revision abc/)
  expect(await promisePool(db(), POOL, { ...same, rewardModel: null })).toMatch(/with rewardModel prm@last/)
  expect(await promisePool(db(), POOL, { ...same, stepScorer: 'steps' })).toBeNull()
  expect(await promisePool(db(), POOL, { ...same, stepScorer: 'others' })).toMatch(/with stepScorer steps/)
})

it('promises the context of the first server of its model that tells one, and changes it while no evaluation is open', async () => {
  const serve = (maxModelLen: number, model = 'm') => ensurePool(db(), 'long', { ...MODEL, model, maxModelLen })
  await ensurePool(db(), 'long', MODEL)
  expect(await serve(128, 'another')).toMatchObject({ maxModelLen: null })
  expect(await serve(4096)).toMatchObject({ maxModelLen: 4096 })
  expect(await serve(8192)).toMatchObject({ maxModelLen: 4096 })

  const id = await submit(db())
  const promise = (maxModelLen: number) => promisePool(db(), POOL, { model: 'm', provenance: 'simulated', maxModelLen })
  expect(await promise(4096)).toBeNull()
  expect(await promise(2048)).toMatch(/rely on a context of 4096 tokens/)
  await db().query(`UPDATE evaluation SET status = 'done' WHERE id = $1`, [id])
  expect(await promise(2048)).toBeNull()
  expect(await promised(POOL)).toMatchObject({ maxModelLen: 2048 })
})
