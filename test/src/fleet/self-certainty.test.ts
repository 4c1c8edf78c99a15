import { ExtendEvaluation, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => fleet?.stop())

it('asks the model server for the likeliest tokens where a method of the evaluation needs them, and only there', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8 })
  const signals = async (id: string) =>
    fleet?.sql<{ all: number; sure: number }>(
      `SELECT count(*)::int AS all, count(signals -> 'self-certainty')::int AS sure FROM sample
       WHERE evaluation_id = $1 AND outcome = 'answer'`,
      [id],
    )
  const sure = await fleet.ended(
    (await fleet.submit({ methods: ['sc@4', 'cisc:confidence=self-certainty@4'], questions: 12 })).id,
  )
  expect(sure).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  const [all] = (await signals(sure.id)) ?? []
  expect(all?.all).toBeGreaterThan(30)
  expect(all?.sure).toBe(all?.all)
  const plain = await fleet.ended((await fleet.submit({ methods: ['sc@4'], questions: 12 })).id)
  expect((await signals(plain.id))?.[0]?.sure).toBe(0)
  const refused = await fetch(`${fleet.api}${pathOf(ExtendEvaluation, { path: { id: plain.id } })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ methods: ['cisc:confidence=self-certainty@4'] }),
  })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('likeliest tokens') as string])
})
