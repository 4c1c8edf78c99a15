import { PoolList, PoolPaused, PoolShares } from '@cges-fleet/core'
import { GetPoolShares, ListPools, pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { endCall } from '@cges-fleet/db'
import { claim, POOL, round, select, submit, tryClaim } from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()
const path = { pool: POOL }

const pause = (body?: object) => api().post(pathOf(PausePool, { path }), body)
const resume = () => api().post(pathOf(ResumePool, { path }))

afterEach(async () => {
  await resume()
  await api().db.query(`UPDATE evaluation SET status = 'cancelled' WHERE status = 'running'`)
})

it('pauses a pool once, and says since when and why in every view of it', async () => {
  const first = await pause({ reason: ' new weights ' })
  const paused = { since: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), by: null, reason: 'new weights' }
  expect([first.status, PoolPaused.parse(first.body)]).toEqual([200, { pool: POOL, paused, changed: true }])
  const again = PoolPaused.parse((await pause({ reason: 'another' })).body)
  expect(again).toEqual({ ...PoolPaused.parse(first.body), changed: false })
  const { pools } = PoolList.parse((await api().get(pathOf(ListPools))).body)
  expect(pools.map((pool) => pool.paused)).toEqual([again.paused])
  expect(PoolShares.parse((await api().get(pathOf(GetPoolShares, { path }))).body).paused).toEqual(again.paused)
  expect((await resume()).body).toEqual({ pool: POOL, paused: null, changed: true })
  expect((await resume()).body).toEqual({ pool: POOL, paused: null, changed: false })
})

it('refuses a reason of 301 characters, an empty one, and a pool that is not there', async () => {
  expect((await pause({ reason: 'x'.repeat(301) })).body).toMatchObject({
    status: 400,
    detail: expect.stringContaining('at most 300 characters'),
  })
  expect((await pause({ reason: '  ' })).status).toBe(400)
  expect((await pause({ why: 'x' })).status).toBe(400)
  const nowhere = { path: { pool: 'nowhere' } }
  expect((await api().post(pathOf(PausePool, nowhere))).status).toBe(404)
  expect((await api().post(pathOf(ResumePool, nowhere))).status).toBe(404)
  expect((await pause({ reason: 'x'.repeat(300) })).status).toBe(200)
})

it('lets no call of a paused pool be claimed, whatever its queue delivers, and what is drawn end', async () => {
  const { db } = api()
  const id = await submit(db, { methods: ['sc@4'] })
  const { queued } = await round(db, id)
  const [before, after] = queued
  if (before === undefined || after === undefined) throw new Error('nothing was queued')
  const drawing = await claim(db, before)
  await pause()
  expect(await tryClaim(db, after)).toBeNull()
  const handedBack = { state: 'handed_back', reason: 'a test', gpuMs: 0 } as const
  expect(await endCall(db, drawing, handedBack)).toBe(true)
  expect(await tryClaim(db, before)).toBeNull()
  await resume()
  expect(await tryClaim(db, after)).toMatchObject({ callId: after.callId })
  expect(await tryClaim(db, before)).toMatchObject({ callId: before.callId, fence: 2 })
})

it('stores a pause whole or not at all', async () => {
  const { db } = api()
  const without = db.query(`UPDATE pool SET pause_reason = 'x' WHERE name = $1`, [POOL])
  await expect(without).rejects.toThrow(/check constraint/)
  await pause({ reason: 'x' })
  await resume()
  expect(await select(db, 'SELECT paused_at, paused_by, paused_team, pause_reason FROM pool')).toEqual([
    { paused_at: null, paused_by: null, paused_team: null, pause_reason: null },
  ])
})
