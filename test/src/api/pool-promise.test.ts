import { AuditPage } from '@cges-fleet/core'
import { ListAudit, ListPools, pathOf, PromisePool } from '@cges-fleet/core/contract'
import { expect, it } from 'vitest'
import { POOL } from '../support/evaluation-rows.js'
import { submitted, useApi } from './use-api.js'

const api = useApi()
const at = (pool: string) => pathOf(PromisePool, { path: { pool } })

it('makes a pool before its first worker, keeps what is left out, and audits who did', async () => {
  const { status, text, body } = await api().post(at('later'), { model: 'm', revision: 'abc', maxModelLen: 4096 })
  expect(status, text).toBe(200)
  const promised = {
    pool: 'later',
    model: 'm',
    revision: 'abc',
    rewardModel: null,
    stepScorer: null,
    maxModelLen: 4096,
  }
  expect(body).toEqual(promised)
  const changed = await api().post(at('later'), { model: 'n', rewardModel: 'prm@last' })
  expect(changed.body).toEqual({ ...promised, model: 'n', rewardModel: 'prm@last' })
  const { pools } = (await api().get(pathOf(ListPools))).body as { pools: { name: string; provenance: string }[] }
  expect(pools.find(({ name }) => name === 'later')).toMatchObject({ provenance: 'model', workers: [] })
  const { entries } = AuditPage.parse((await api().get(pathOf(ListAudit))).body)
  expect(entries.filter(({ action }) => action === 'pool.promise').map(({ subject }) => subject)).toEqual([
    'later',
    'later',
  ])
})

it('keeps what evaluations rely on, and says what that is', async () => {
  await submitted(api(), {})
  const refused = await api().post(at(POOL), { model: 'another' })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('has evaluations with model m, so it keeps that: promise another pool.')
  // What nobody had said can be added.
  expect((await api().post(at(POOL), { model: 'm', revision: 'abc' })).body).toMatchObject({
    model: 'm',
    revision: 'abc',
  })
})

it.each([
  [{}, 'model'],
  [{ model: '' }, 'model'],
  [{ model: 'm', maxModelLen: 0 }, 'maxModelLen'],
  [{ model: 'm', provenance: 'simulated' }, 'provenance'],
])('refuses %j, naming the field', async (body, field) => {
  const { status, text } = await api().post(at('later'), body)
  expect(status).toBe(400)
  expect(text).toContain(field)
})
