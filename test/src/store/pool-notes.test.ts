import {
  type DataSource,
  forgetPoolPoints,
  heartbeat,
  LOCAL_TEAM,
  newId,
  notePools,
  pausePool,
  resumePool,
  selectFleetTotals,
  selectTeamWaits,
  selectPoolPoints,
  wantPool,
  selectPoolWorkers,
  selectTeamPoints,
  selectWorkerPoints,
} from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { leaseChat, planChat } from '../support/chat-calls.js'
import { claim, plannedSample, POOL, select, sibling, WORKER } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()
const FROM = new Date(0)

const worker = (db: DataSource) =>
  heartbeat(db, { ...WORKER, pool: POOL, slots: 4, ready: true, reason: null, engine: 'e' })

/** Lets as much time pass as told: every point becomes that much older. */
const pass = (db: DataSource, seconds: number) =>
  Promise.all(
    ['pool_point', 'team_point', 'worker_point'].map((table) =>
      db.query(`UPDATE ${table} SET at = at - interval '${seconds} seconds' WHERE step = 10`),
    ),
  )

it('writes down what a pool has in flight and waiting, once in ten seconds whoever asks', async () => {
  const db = database()
  await worker(db).catch(() => undefined)
  const first = await plannedSample(db)
  await worker(db)
  await sibling(db, first, 1)
  await claim(db, first)
  await db.query(
    `UPDATE call SET claimed_at = created_at + interval '1 second', created_at = created_at - interval '3 seconds'`,
  )
  await notePools(db)
  await notePools(db)
  const wanted = { pool: POOL, step: 10, from: FROM }
  const [point, ...more] = await selectPoolPoints(db, wanted)
  expect(more).toEqual([])
  const [waiting] = await select<{ n: number }>(db, `SELECT count(*)::int AS n FROM call WHERE state = 'pending'`)
  expect(point).toMatchObject({ notes: 1, known: 1, ready: 1, slots: 4, active: 1, waiting: waiting?.n, backlog: 0 })
  expect(point?.oldestMs).toBeGreaterThan(2900)
  expect(await selectTeamPoints(db, wanted, 10)).toMatchObject([
    { id: LOCAL_TEAM, active: 1, waiting: waiting?.n, entitled: 1 },
  ])
  expect(await selectWorkerPoints(db, wanted, 10, [WORKER.id])).toMatchObject([{ id: WORKER.id, active: 1, slots: 4 }])
  expect(await selectPoolWorkers(db, POOL, 5)).toMatchObject([{ inFlight: 1, ready: true }])
})

it('writes down the gateway’s calls as it does samples, and a pool that it wants a worker of', async () => {
  const db = database()
  await plannedSample(db)
  await db.query(`UPDATE evaluation SET status = 'cancelled'`)
  await worker(db)
  const [first] = await planChat(db, LOCAL_TEAM, 3)
  await leaseChat(db, first)
  await db.query(
    `UPDATE call SET claimed_at = date_bin('10 seconds', now(), 'epoch') - interval '1 second',
     created_at = date_bin('10 seconds', now(), 'epoch') - interval '2 seconds' WHERE id = $1`,
    [first],
  )
  await db.query(`UPDATE call SET created_at = now() - interval '5 seconds' WHERE kind = 'chat' AND state = 'pending'`)
  await notePools(db)
  const wanted = { pool: POOL, step: 10, from: FROM }
  expect(await selectPoolPoints(db, wanted)).toMatchObject([{ notes: 1, active: 1, waiting: 2, backlog: 0, usable: 3 }])
  const [point] = await selectTeamPoints(db, wanted, 10)
  expect(point).toMatchObject({ id: LOCAL_TEAM, active: 1, waiting: 2, entitled: 1 })
  const [waits] = await selectTeamWaits(db, LOCAL_TEAM, wanted)
  expect(waits?.waits.reduce((sum, calls) => sum + calls, 0)).toBe(1)
  expect(await selectWorkerPoints(db, wanted, 10, [WORKER.id])).toMatchObject([{ id: WORKER.id, active: 1 }])
  await db.query(`UPDATE call SET state = 'ended', lease_until = NULL WHERE kind = 'chat'`)
  await pass(db, 100)
  await wantPool(db, POOL)
  await notePools(db)
  expect((await selectPoolPoints(db, wanted)).map(({ notes, usable }) => [notes, usable])).toEqual([
    [1, 3],
    [1, 1],
  ])
})

it('wants no more workers for a paused pool than for what is still drawn there, in its points and in metrics', async () => {
  const db = database()
  const first = await plannedSample(db, { methods: ['sc@4'] })
  await worker(db)
  await claim(db, first)
  const wanted = { pool: POOL, step: 10, from: FROM }
  const usable = async () => {
    await pass(db, 10)
    await notePools(db)
    const points = await selectPoolPoints(db, wanted)
    const pool = (await selectFleetTotals(db)).pools.find(({ pool: name }) => name === POOL)
    return [points.at(-1)?.usable, pool?.usable, pool?.paused]
  }
  const [before] = await usable()
  expect(before).toBeGreaterThan(1)
  await pausePool(db, POOL, { team: LOCAL_TEAM, name: null, actor: 'local' })
  await wantPool(db, POOL)
  expect(await usable()).toEqual([1, 1, true])
  await resumePool(db, POOL, { team: LOCAL_TEAM, name: null, actor: 'local' })
  expect(await usable()).toEqual([before, before, false])
})

it('adds points up to those of a minute and of ten, and counts each wait once', async () => {
  const db = database()
  const first = await plannedSample(db)
  await worker(db)
  await claim(db, first)
  await notePools(db)
  // The wait was begun in the ten seconds before the point: it is told of the next one alone.
  await db.query(`UPDATE call SET claimed_at = date_bin('10 seconds', now(), 'epoch') - interval '1 second',
                  created_at = date_bin('10 seconds', now(), 'epoch') - interval '2 seconds' WHERE state = 'leased'`)
  await pass(db, 10)
  await notePools(db)
  const ofStep = async (step: number) =>
    (await selectTeamWaits(db, LOCAL_TEAM, { pool: POOL, step, from: FROM })).map(({ waits }) =>
      waits.reduce((sum, calls) => sum + calls, 0),
    )
  expect(await ofStep(10)).toEqual([0, 1])
  const tens = await selectPoolPoints(db, { pool: POOL, step: 600, from: FROM })
  expect(tens.map(({ notes, active }) => [notes, active])).toEqual([[2, 2]])
})

it('writes a pool that stands still once a minute, and one without workers once in ten', async () => {
  const db = database()
  await plannedSample(db)
  await db.query(`UPDATE evaluation SET status = 'cancelled'`)
  const notes = async () => (await selectPoolPoints(db, { pool: POOL, step: 10, from: FROM })).map(({ notes }) => notes)
  await notePools(db)
  for (let n = 0; n < 3; n += 1) {
    await pass(db, 100)
    await notePools(db)
  }
  expect(await notes()).toEqual([60])
  await worker(db)
  await notePools(db)
  await pass(db, 20)
  await notePools(db)
  expect(await notes()).toEqual([60, 6])
  await pass(db, 60)
  await notePools(db)
  expect(await notes()).toEqual([60, 6, 6])
})

it('keeps no more points of a pool, a team and a worker than it says', async () => {
  const db = database()
  await plannedSample(db)
  // In one transaction, for which time stands still.
  await db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO pool_point SELECT $1, k, date_bin(k * interval '1 second', now(), 'epoch') - n * k * interval '1 second',
      1, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}' FROM unnest(ARRAY[10, 60, 600]) k, generate_series(0, 2000) n`,
      [POOL],
    )
    await tx.query(`INSERT INTO team_point SELECT pool, step, at, $1, 1, 0, 0, 0, 0, 0, '{}' FROM pool_point`, [
      LOCAL_TEAM,
    ])
    await tx.query(`INSERT INTO worker_point SELECT pool, step, at, $1, 1, 0, 0, 0 FROM pool_point`, [newId()])
    await forgetPoolPoints(tx)
  })
  for (const table of ['pool_point', 'team_point', 'worker_point'] as const) {
    const left = await select<{ step: number; n: number }>(
      db,
      `SELECT step, count(*)::int AS n FROM ${table} GROUP BY 1 ORDER BY 1`,
    )
    expect(left).toEqual([
      { step: 10, n: 360 },
      { step: 60, n: 360 },
      { step: 600, n: 1008 },
    ])
  }
})
