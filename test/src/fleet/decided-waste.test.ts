import { afterEach, expect, inject, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

const redis = inject('redis')
const SPEC = { methods: ['sc@16', 'asc-beta@16'], questions: 200, seed: 5, until: { accuracy: 40, atLeast: 40 } }

const SLOTS = 16

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

const DECIDED = `SELECT now()::text AS at FROM evaluation WHERE id = $1 AND decided IS NOT NULL`

/** The attempts that ended once the result was sure. */
const WASTE = `
SELECT count(*) FILTER (WHERE state = 'settled')::int AS landed, count(*) FILTER (WHERE state = 'abandoned')::int AS abandoned,
       count(*) FILTER (WHERE started_at > $2::timestamptz)::int AS begun
FROM call_ledger WHERE evaluation_id = $1 AND ended_at > $2::timestamptz`

interface Waste {
  readonly landed: number
  readonly abandoned: number
  readonly begun: number
}

it('draws next to nothing once the result of an evaluation is sure (simulated)', async () => {
  fleet = await TestFleet.start({ redis, workers: 2, concurrency: SLOTS, timeScale: 0.2 })
  const of = fleet
  const { id } = await of.submit(SPEC)
  let at: string | undefined
  await expect
    .poll(async () => (at = (await of.sql<{ at: string }>(DECIDED, [id]))[0]?.at), { timeout: 120_000, interval: 5 })
    .toBeDefined()
  expect((await of.ended(id)).status).toBe('decided')
  const inFlight = () => of.sql(`SELECT 1 FROM call WHERE evaluation_id = $1 AND live AND state = 'leased'`, [id])
  await expect.poll(inFlight, { timeout: 60_000 }).toEqual([])
  const [waste] = await of.sql<Waste & Record<string, unknown>>(WASTE, [id, at])
  // In flight were two workers' slots at most: before, every begun question was drawn to its budget.
  expect(waste?.begun).toBe(0)
  expect((waste?.landed ?? 0) + (waste?.abandoned ?? 0)).toBeLessThanOrEqual(2 * SLOTS)
  expect(waste?.abandoned).toBeGreaterThan(0)
  expect((await of.view(id)).samples.abandoned).toBe(waste?.abandoned)
})
