import type { Priority } from '@cges-fleet/core'
import { type DataSource, landSample, LOCAL_TEAM, prioritizeEvaluation, selectRoom, type TeamId } from '@cges-fleet/db'
import { expect, it } from 'vitest'
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

async function running(db: DataSource, priority: Priority, team: TeamId = LOCAL_TEAM): Promise<string> {
  const id = await submit(db, {
    team,
    methods: ['sc@1'],
    benchmark: { questions: questions(600) },
    changes: { priority },
  })
  await round(db, id)
  return id
}

/** Draws for all slots so many times, always what is first in the pool's fair queue; counts the starts by evaluation. */
async function drawn8(db: DataSource, times: number): Promise<Record<string, number>> {
  const starts: Record<string, number> = {}
  for (let at = 0; at < times; at++) {
    const next = await select<{ callId: string; id: string }>(
      db,
      `SELECT id AS "callId", evaluation_id AS id FROM call WHERE state = 'pending' ORDER BY tag, id LIMIT $1`,
      [SLOTS],
    )
    for (const { callId, id } of next) {
      starts[id] = (starts[id] ?? 0) + 1
      await landSample(db, await claim(db, { callId }), drawn('0'))
    }
    for (const id of new Set(next.map(({ id }) => id))) await round(db, id)
  }
  return starts
}

const windowOf = async (db: DataSource, id: string) =>
  (await selectRoom(db, { id, teamId: LOCAL_TEAM, pool: POOL }, { calls: 0, tokens: 0 })).inFlight

it('shares a team’s turns 16 : 4 : 1 while all wait, starves none, and takes nothing from another team', async () => {
  const db = database()
  // Before the pool has drawn anything, a sample's cost is a guess, and shares follow costs.
  const first = await submit(db, { methods: ['sc@1'] })
  await round(db, first)
  await landAll(db, () => drawn('0'))
  await round(db, first)
  const theirs = await running(db, 'low', await otherTeam(db))
  const [high, normal, low] = [await running(db, 'high'), await running(db, 'normal'), await running(db, 'low')]
  await drawn8(db, 12)
  const starts = await drawn8(db, 42)
  const [of, all] = [(id: string) => starts[id] ?? 0, 42 * SLOTS]
  expect(of(theirs)).toBeGreaterThanOrEqual(all / 2 - SLOTS)
  expect(of(theirs)).toBeLessThanOrEqual(all / 2 + SLOTS)
  expect(of(high) / of(normal)).toBeGreaterThan(3)
  expect(of(high) / of(normal)).toBeLessThan(5)
  expect(of(low)).toBeGreaterThanOrEqual(6)
  expect(of(low)).toBeLessThanOrEqual(10)
})

it('gives a lower one the whole room while nothing of a higher one waits, and changes with the priority', async () => {
  const db = database()
  const low = await running(db, 'low')
  expect(await windowOf(db, low)).toBe(32)
  const high = await running(db, 'high')
  expect([await windowOf(db, low), await windowOf(db, high)]).toEqual([2, 32])
  for (const { callId } of await select<{ callId: string }>(
    db,
    `SELECT id AS "callId" FROM call WHERE evaluation_id = $1 AND state = 'pending'`,
    [high],
  ))
    await claim(db, { callId })
  expect(await windowOf(db, low)).toBe(32)
  await db.query(`UPDATE call SET state = 'pending', lease_until = NULL WHERE evaluation_id = $1`, [high])
  expect(await windowOf(db, low)).toBe(2)
  expect(await prioritizeEvaluation(db, LOCAL_TEAM, 'high', { id: low, actor: 'ann' })).toBe(true)
  expect(await prioritizeEvaluation(db, LOCAL_TEAM, 'high', { id: low, actor: 'ann' })).toBe(true)
  expect(await prioritizeEvaluation(db, await otherTeam(db), 'low', { id: low, actor: 'ann' })).toBe(false)
  expect(await windowOf(db, low)).toBe(32)
  expect(await select(db, 'SELECT actor, action, detail FROM audit')).toEqual([
    { actor: 'ann', action: 'evaluation.priority', detail: { name: expect.any(String), from: 'low', to: 'high' } },
  ])
})

it('changes no digest', async () => {
  const db = database()
  const digests = []
  for (const priority of ['low', 'high'] as const) {
    const id = await submit(db, { methods: ['sc@2', 'asc-beta@2'], changes: { priority } })
    await round(db, id)
    await landAll(db, ({ question }) => drawn(/\d+/.exec(question)?.[0] ?? null))
    await round(db, id)
    digests.push(
      await selectOne<{ digest: string; priority: string }>(
        db,
        'SELECT digest, priority FROM evaluation WHERE id = $1',
        [id],
      ),
    )
  }
  expect(digests[0]).toMatchObject({ digest: expect.any(String), priority: 'low' })
  expect(digests[1]).toEqual({ ...digests[0], priority: 'high' })
})
