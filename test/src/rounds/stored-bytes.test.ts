import type { EvaluationReason } from '@cges-fleet/core'
import { LOCAL_TEAM, selectAccounts } from '@cges-fleet/db'
import { expect, it } from 'vitest'
import { drawn, round, selectOne, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { useDatabase } from '../support/databases.js'

const database = useDatabase()

const body = { text: 'ä'.repeat(50), reasoning: 'why', tokenIds: Buffer.alloc(7), logprobs: Buffer.alloc(20) }
const BODY_BYTES = 100 + 3 + 7 + 20

it('counts what samples store as a round reads them, and stops evaluations where their team may store no more', async () => {
  const db = database()
  const id = await submit(db, { methods: ['sc@2'], changes: { replicates: 40 } })
  const bytes = async () => (await selectAccounts(db, LOCAL_TEAM)).limits.storedBytes.used
  const questions = await bytes()
  expect(questions).toBe(2 * ('q-0'.length + 'Which number is 0?'.length + 1))
  const { queued } = await round(db, id)
  await landAll(db, () => drawn('1', { body }))
  const limit = Math.round(questions + queued.length * BODY_BYTES * 1.5)
  await db.query('UPDATE team SET max_stored_bytes = $1 WHERE id = $2', [limit, LOCAL_TEAM])
  for (let rounds = 0; rounds < 20; rounds++) {
    await round(db, id)
    await landAll(db, () => drawn('1', { body }))
  }
  const { status, reason, samples } = await selectOne<{ status: string; reason: EvaluationReason; samples: number }>(
    db,
    'SELECT status, reason, samples_drawn AS samples FROM evaluation WHERE id = $1',
    [id],
  )
  expect([status, reason.kind]).toEqual(['budget_stopped', 'team_storage'])
  // Passed by no more than what was in flight, and counted to the byte.
  expect(await bytes()).toBe(questions + samples * BODY_BYTES)
  expect(samples).toBeLessThanOrEqual(3 * queued.length)
  expect(await bytes()).toBeGreaterThanOrEqual(limit)
})
