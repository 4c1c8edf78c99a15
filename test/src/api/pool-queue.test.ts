import { PoolQueue } from '@cges-fleet/core'
import { GetPoolQueue, pathOf, PausePool, ResumePool } from '@cges-fleet/core/contract'
import { heartbeat, insertEvaluation, LOCAL_TEAM, newId, noteSweep } from '@cges-fleet/db'
import { afterEach, expect, it } from 'vitest'
import { claim, newEvaluation, POOL, round, submit } from '../support/evaluation-rows.js'
import { useApi } from './use-api.js'

const api = useApi()
const path = { pool: POOL }

async function queue() {
  const { status, body } = await api().get(pathOf(GetPoolQueue, { path }))
  expect(status).toBe(200)
  return PoolQueue.parse(body)
}

const time = async () => (await queue()).evaluations.map(({ ahead, startsInSeconds }) => [ahead, startsInSeconds])

/** Samples that started in each ten seconds of the last minute; nothing was drawn in the minutes before. */
async function notePace(started: number): Promise<void> {
  await api().db.query('DELETE FROM pool_point')
  await api().db.query(
    `INSERT INTO pool_point (pool, step, at, notes, known, ready, slots, active, waiting, backlog, usable, tokens, oldest_ms, waits)
     SELECT $1, 10, date_bin('10 seconds', now(), 'epoch') - n * interval '10 seconds', 1, 1, 1, 4, CASE WHEN n < 6 THEN 4 ELSE 0 END,
            0, 0, 0, 0, 0, CASE WHEN n < 6 THEN ARRAY[$2::int - 1, 1] ELSE '{}' END
     FROM generate_series(0, 12) AS n`,
    [POOL, started],
  )
}

afterEach(() => api().db.query(`UPDATE evaluation SET status = 'cancelled' WHERE status = 'running'`))

it('lists what runs by what starts next, with how much goes before it and about when that is', async () => {
  const { db } = api()
  const [first, second] = [
    await submit(db, { changes: { name: 'first' } }),
    await submit(db, { changes: { name: 'second' } }),
  ]
  await heartbeat(db, { id: newId(), pool: POOL, slots: 4, ready: true, reason: null, engine: null })
  await noteSweep(db)
  const { queued } = await round(db, first)
  await round(db, second)
  await submit(db, { changes: { name: 'not planned' } })
  await submit(db, { changes: { name: 'paused' } }).then((id) =>
    db.query(`UPDATE evaluation SET status = 'paused' WHERE id = $1`, [id]),
  )
  const [call] = queued
  if (call === undefined) throw new Error('nothing was planned')
  await claim(db, call)
  await notePace(5)
  const { evaluations, total } = await queue()
  expect(total).toBe(3)
  // Three of the first and four of the second wait, at half a sample a second.
  expect(evaluations).toEqual([
    expect.objectContaining({
      name: 'first',
      id: first,
      active: 1,
      waiting: 3,
      ahead: 0,
      startsInSeconds: 2,
      waits: null,
    }),
    expect.objectContaining({ name: 'second', id: second, active: 0, waiting: 4, ahead: 3, startsInSeconds: 8 }),
    expect.objectContaining({ name: 'not planned', active: 0, waiting: 0, ahead: null, startsInSeconds: null }),
  ])
  expect(evaluations.slice(1).map(({ waits }) => waits?.kind)).toEqual(['under-way', 'under-way'])
})

it('says no time where none is known: nothing has started lately, the pool is paused, or no worker is ready', async () => {
  const { db } = api()
  await round(db, await submit(db))
  await notePace(5)
  expect(await time()).toEqual([[0, 2]])
  await db.query(`UPDATE pool_point SET at = at - interval '10 minutes'`)
  expect(await time()).toEqual([[0, null]])
  await notePace(5)
  await api().post(pathOf(PausePool, { path }))
  expect(await time()).toEqual([[0, null]])
  // Why a team waits in a pool is kept for a second.
  await expect.poll(async () => (await queue()).evaluations.map(({ waits }) => waits?.kind)).toEqual(['pool-paused'])
  await api().post(pathOf(ResumePool, { path }))
  await db.query('UPDATE worker SET ready = false')
  expect(await time()).toEqual([[0, null]])
})

it('lists interactive work before everything else, as the queue does', async () => {
  const { db } = api()
  await round(db, await submit(db, { changes: { name: 'patient' } }))
  const id = await submit(db, { changes: { name: 'interactive' } })
  await db.query(`UPDATE evaluation SET spec = spec || '{"interactive": true}' WHERE id = $1`, [id])
  await round(db, id)
  const names = (await queue()).evaluations.map(({ name, ahead }) => [name, ahead])
  expect(names).toEqual([
    ['interactive', 0],
    ['patient', 4],
  ])
})

it('lists a hundred at most and counts all, and nothing of a pool that is not there', async () => {
  const { db } = api()
  const wanted = await newEvaluation(db)
  for (let n = 0; n < 101; n += 1) await insertEvaluation(db, LOCAL_TEAM, wanted)
  const { evaluations, total } = await queue()
  expect([evaluations.length, total]).toEqual([100, 101])
  expect((await api().get(pathOf(GetPoolQueue, { path: { pool: 'nowhere' } }))).status).toBe(404)
})
