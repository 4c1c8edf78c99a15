import {
  type DataSource,
  landSample,
  LOCAL_TEAM,
  renewTurns,
  reserveSlots,
  selectDemand,
  selectRoom,
  type TeamId,
} from '@cges-fleet/db'
import { beforeEach, expect, it } from 'vitest'
import { planChat } from '../support/chat-calls.js'
import { useDatabase } from '../support/databases.js'
import {
  claim,
  drawn,
  otherTeam,
  POOL,
  questions,
  round,
  select,
  selectOne,
  submit,
} from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'

const database = useDatabase(12)

const SLOTS = 8

let theirTeam: TeamId
let ours: string
let theirs: string

/** Two teams of the same weight with far more to draw than the pool's slots take. */
beforeEach(async () => {
  const db = database()
  // Before the pool has drawn anything, a sample's cost is a guess, and shares follow costs.
  const first = await submit(db, { methods: ['sc@1'] })
  await round(db, first)
  await landAll(db, () => drawn('0'))
  await round(db, first)
  const worker = `INSERT INTO worker (id, pool, slots, ready, heartbeat_at) VALUES (gen_random_uuid(), $1, $2, true, now() + interval '1 hour')`
  await db.query(worker, [POOL, SLOTS])
  theirTeam = await otherTeam(db)
  ours = await running(db, LOCAL_TEAM)
  theirs = await running(db, theirTeam)
})

async function running(db: DataSource, team: TeamId): Promise<string> {
  const id = await submit(db, { team, methods: ['sc@1'], benchmark: { questions: questions(600) } })
  await round(db, id)
  return id
}

async function reserve(slots: number, from: string, until: string): Promise<string> {
  const db = database()
  const times = await selectOne<{ from: Date; until: Date }>(
    db,
    'SELECT now() + $1::interval AS from, now() + $2::interval AS until',
    [from, until],
  )
  const wanted = { team: 'two', slots, from: times.from.toISOString(), until: times.until.toISOString() }
  const by = { pool: POOL, forTeam: theirTeam, team: LOCAL_TEAM, actor: 'ann' }
  const made = await reserveSlots(db, by, wanted)
  if (typeof made !== 'string') throw new Error(made.kind)
  return made
}

/** Draws for all slots so many times, always what is first in the pool's fair queue; counts the starts of the other team. */
async function startsOfTheirs(times: number): Promise<number> {
  const db = database()
  let starts = 0
  for (let at = 0; at < times; at++) {
    await renewTurns(db)
    const next = await select<{ callId: string; id: string }>(
      db,
      `SELECT id AS "callId", evaluation_id AS id FROM call WHERE state = 'pending' ORDER BY tag, id LIMIT $1`,
      [SLOTS],
    )
    expect(next).toHaveLength(SLOTS)
    for (const { callId, id } of next) {
      if (id === theirs) starts += 1
      await landSample(db, await claim(db, { callId }), drawn('0'))
    }
    for (const id of new Set(next.map(({ id }) => id))) await round(db, id)
  }
  return starts
}

const windowOf = async (id: string, team: TeamId) =>
  (await selectRoom(database(), { id, teamId: team, pool: POOL }, { calls: 0, tokens: 0 })).inFlight

it('gives a team its reserved slots from the next draws on, and its share by weight again once they end', async () => {
  const db = database()
  await startsOfTheirs(12)
  const id = await reserve(6, '-1 minute', '1 hour')
  const reserved = await startsOfTheirs(10)
  expect(reserved).toBeGreaterThanOrEqual(10 * 6 - 2)
  expect(reserved).toBeLessThanOrEqual(10 * 6 + 2)
  await db.query(`UPDATE reservation SET ends_at = now() WHERE id = $1`, [id])
  const after = await startsOfTheirs(10)
  expect(after).toBeGreaterThanOrEqual(10 * 4 - 2)
  expect(after).toBeLessThanOrEqual(10 * 4 + 2)
})

it('changes nothing before it begins, and lends all its slots while the team has no work', async () => {
  const db = database()
  await reserve(6, '1 hour', '2 hours')
  expect(await renewTurns(db)).toBe(0)
  await startsOfTheirs(12)
  const before = await startsOfTheirs(6)
  expect(before).toBeGreaterThanOrEqual(6 * 4 - 2)
  expect(before).toBeLessThanOrEqual(6 * 4 + 2)
  await db.query(`UPDATE reservation SET starts_at = now() - interval '1 minute'`)
  await db.query(`UPDATE evaluation SET status = 'cancelled' WHERE id = $1`, [theirs])
  await db.query(`DELETE FROM call WHERE evaluation_id = $1 AND state = 'pending'`, [theirs])
  expect(await startsOfTheirs(6)).toBe(0)
})

it('lets as much be in flight as the reservation needs, and shows what it makes of the shares', async () => {
  const db = database()
  await db.query('UPDATE worker SET slots = 100')
  expect([await windowOf(ours, LOCAL_TEAM), await windowOf(theirs, theirTeam)]).toEqual([100, 100])
  await reserve(80, '-1 minute', '1 hour')
  expect([await windowOf(ours, LOCAL_TEAM), await windowOf(theirs, theirTeam)]).toEqual([40, 160])
  const demand = await selectDemand(db, POOL)
  const turns = demand.reduce((sum, team) => sum + team.turns, 0)
  const shares = demand.map((team) => ({ id: team.id, reserved: team.reserved, share: team.turns / turns }))
  expect(shares.toSorted((a, b) => a.share - b.share)).toEqual([
    { id: LOCAL_TEAM, reserved: 0, share: expect.closeTo(0.2, 9) },
    { id: theirTeam, reserved: 80, share: expect.closeTo(0.8, 9) },
  ])
})

it('counts for what a gateway draws, too', async () => {
  const db = database()
  await reserve(6, '-1 minute', '1 hour')
  await planChat(db, theirTeam, 1)
  expect(await selectOne(db, 'SELECT weight FROM turn WHERE team_id = $1', [theirTeam])).toEqual({
    weight: expect.closeTo(3, 9),
  })
})

it('reserves no more of one time than the pool has, or had within a week', async () => {
  await reserve(5, '1 hour', '2 hours')
  await expect(reserve(4, '90 minutes', '3 hours')).rejects.toThrow('no-room')
  await reserve(3, '90 minutes', '3 hours')
  await reserve(8, '3 hours', '4 hours')
  await database().query('DELETE FROM worker')
  await expect(reserve(1, '5 hours', '6 hours')).rejects.toThrow('no-room')
  await database().query(
    `INSERT INTO pool_point (pool, step, at, notes, known, ready, slots, active, waiting, backlog, usable, tokens, oldest_ms, waits)
     VALUES ($1, 600, now() - interval '6 days', 2, 2, 2, 16, 0, 0, 0, 0, 0, 0, '{}')`,
    [POOL],
  )
  await reserve(8, '5 hours', '6 hours')
  await expect(reserve(9, '7 hours', '8 hours')).rejects.toThrow('no-room')
})
