import { ExtendEvaluation, pathOf } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { replayStored } from './replay-stored.js'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => fleet?.stop())

it.each([
  ['self-certainty', 'cisc:confidence=self-certainty@4', 'likeliest tokens'],
  [
    'self-certainty-b10-window',
    'reasc:confidence=self-certainty-b10-window,gate=0.5,mean=0.3,spread=0.05@4',
    'windows of the likeliest tokens',
  ],
])('asks for the likeliest tokens where a method reads %s, and only there', async (signal, method, lacking) => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8 })
  const signals = async (id: string) =>
    fleet?.sql<{ all: number; sure: number }>(
      `SELECT count(*)::int AS all, count(signals -> $2)::int AS sure FROM sample
       WHERE evaluation_id = $1 AND outcome = 'answer'`,
      [id, signal],
    )
  const sure = await fleet.ended((await fleet.submit({ methods: ['sc@4', method], questions: 12 })).id)
  expect(sure).toMatchObject({ status: 'done', trials: { blocked: 0 } })
  const [all] = (await signals(sure.id)) ?? []
  expect(all?.all).toBeGreaterThan(30)
  expect(all?.sure).toBe(all?.all)
  expect((await replayStored(fleet, sure.id)).digest).toMatchObject({ digest: sure.digest, isVerified: true })
  const plain = await fleet.ended((await fleet.submit({ methods: ['sc@4'], questions: 12 })).id)
  expect((await signals(plain.id))?.[0]?.sure).toBe(0)
  const refused = await fetch(`${fleet.api}${pathOf(ExtendEvaluation, { path: { id: plain.id } })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ methods: [method] }),
  })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(lacking) as string])
})
