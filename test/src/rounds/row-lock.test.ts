import { lockEvaluation, transaction } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { round, select, submit } from '../support/evaluation-rows.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

it('keeps a round waiting while another transaction holds the evaluation, and lets it go on then', async () => {
  const db = database()
  const id = await submit(db)
  let ended = false
  const second = await transaction(db, async (tx) => {
    await lockEvaluation(tx, id)
    const waiting = round(db, id).then(() => {
      ended = true
    })
    await expect.poll(() => select(db, WAITING)).toHaveLength(1)
    expect(ended).toBe(false)
    return { waiting }
  })
  await second.waiting
  expect(await select(db, 'SELECT 1 FROM call WHERE evaluation_id = $1', [id])).not.toHaveLength(0)
})

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
