import { LOCAL_TEAM, selectRoom } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('keeps the places of what has landed since for the trials it belongs to', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@8'], benchmark: { questions: questions(40) } })
  await round(db, id)
  const free = async () => {
    const room = await selectRoom(db, { id, teamId: LOCAL_TEAM, pool: POOL }, { calls: 0, tokens: 0 })
    return room.free
  }
  expect(await free()).toBe(0)
  await landAll(db, () => drawn('1'), 10)
  // No round has read them yet: what lands frees nothing until one has.
  expect(await free()).toBe(0)
})
