import { LOCAL_TEAM, selectRoom } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { planChat } from '../support/chat-calls.js'
import { otherTeam, POOL, questions, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('shares the slots with a team that only the gateway draws for, while it draws', async () => {
  const db = database()
  const other = await otherTeam(db)
  const id = await submit(db, { methods: ['sc@8'], benchmark: { questions: questions(40) } })
  await db.query('INSERT INTO worker (id, pool, slots, ready) VALUES (gen_random_uuid(), $1, 300, true)', [POOL])
  const inFlight = async () =>
    (await selectRoom(db, { id, teamId: LOCAL_TEAM, pool: POOL }, { calls: 0, tokens: 0 })).inFlight
  expect(await inFlight()).toBe(600)
  await planChat(db, other, 5)
  expect(await inFlight()).toBe(300)
  await planChat(db, LOCAL_TEAM, 5)
  expect(await inFlight()).toBe(300)
  await db.query('DELETE FROM call WHERE team_id = $1', [other])
  expect(await inFlight()).toBe(600)
})
