import type { Preflight } from '@cges-fleet/core'
import { ensurePool, heartbeat, listPools, newId, promiseAbilities } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { useDatabase } from '../support/databases.js'
import { POOL, submit } from '../support/evaluation-rows.js'

const db = useDatabase()

const FOUND: Preflight = {
  engine: 'vllm',
  requests: 3,
  streams: true,
  logprobs: true,
  topLogprobs: true,
  seed: 'honoured',
  countsAgree: true,
  refused: [],
  notes: [],
}
const LESS: Preflight = { ...FOUND, engine: 'llama.cpp', logprobs: false, topLogprobs: false }

/** A worker that is registered as one that does not draw yet. */
async function worker(pool = POOL) {
  await ensurePool(db(), pool, { model: 'm', provenance: 'simulated' })
  const one = { id: newId(), secret: newId(), pool, slots: 4, ready: false, reason: null, engine: null }
  await heartbeat(db(), one)
  return one
}

it('promises what the first worker found, for as long as it draws by it', async () => {
  const first = await worker()
  const second = await worker()
  expect(await promiseAbilities(db(), first, FOUND)).toEqual(FOUND)
  expect(await promiseAbilities(db(), second, LESS)).toEqual(FOUND)
  expect(await listPools(db())).toMatchObject([{ promise: FOUND }])
  await db().query(`UPDATE worker SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [first.id])
  expect(await promiseAbilities(db(), second, LESS)).toEqual(LESS)
})

it('has two workers that come at once agree on one promise', async () => {
  const workers = await Promise.all(Array.from({ length: 8 }, () => worker()))
  const promises = await Promise.all(workers.map((one, at) => promiseAbilities(db(), one, at % 2 === 0 ? FOUND : LESS)))
  expect(new Set(promises.map((promise) => promise.engine)).size).toBe(1)
})

it('keeps its promise to an open evaluation, though no worker is left', async () => {
  const first = await worker()
  await promiseAbilities(db(), first, FOUND)
  await db().query(`DELETE FROM worker`)
  const id = await submit(db())
  const other = await worker()
  expect(await promiseAbilities(db(), other, LESS)).toEqual(FOUND)
  await db().query(`UPDATE evaluation SET status = 'done' WHERE id = $1`, [id])
  expect(await promiseAbilities(db(), other, LESS)).toEqual(LESS)
})

it('takes no promise from one who is not a worker of the pool', async () => {
  const registered = await worker()
  await worker('another')
  const stranger = { ...registered, secret: newId() }
  expect(await promiseAbilities(db(), stranger, LESS)).toEqual(LESS)
  expect(await promiseAbilities(db(), { ...registered, pool: 'another' }, LESS)).toEqual(LESS)
  expect(await listPools(db())).toMatchObject([{ promise: null }, { promise: null }])
})
