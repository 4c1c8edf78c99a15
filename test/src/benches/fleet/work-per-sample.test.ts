import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { BenchFleet, BenchStores, modelThatTakes } from './bench-fleet.js'
import { type FleetRun, measured } from './fleet-run.js'

/** Machines busy with other work take their time. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const skip = inject('redis') === null
const LOAD = { questions: 160, concurrency: 8 } as const
let stores: BenchStores
let fleet: BenchFleet
let run: FleetRun
let largest: readonly { readonly pages: number; readonly statement: string }[]

beforeAll(async () => {
  if (skip) return
  stores = await BenchStores.start('redis', { inside: true })
  fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
  // Every connection plans its statements while tables are small, and keeps its plans until they are analysed.
  await fleet.evaluate('sc@2')
  await stores.db.query(STORE)
  run = await measured(stores, [], () => fleet.evaluate('sc@4'))
  largest = await stores.db.query(LARGEST)
})

afterAll(async () => {
  await fleet?.stop()
  await stores?.stop()
})

/** Calls of samples that were read long ago, a thousand for each trial. */
const STORE = `
INSERT INTO call (id, kind, team_id, evaluation_id, pool, trial_id, index, state, queue_at, seed)
SELECT gen_random_uuid(), 'draw', t.team_id, t.evaluation_id, 'bench', t.id, n, 'ended', now(), n
FROM trial t CROSS JOIN generate_series(24, 1023) AS n`

const LARGEST = `
SELECT ((shared_blks_hit + shared_blks_read) / calls)::int AS pages, left(query, 200) AS statement
FROM pg_stat_statements ORDER BY shared_blks_hit + shared_blks_read DESC LIMIT 5`

/**
 * Guards speed by counting work, which machine load hardly changes: claims and landings that come together are batched,
 * and samples that land together share a round.
 */
it.skipIf(skip)('sends few statements a sample, and runs few inside them (needs redis-server)', () => {
  console.log(
    `a sample: ${run.sent.toFixed(2)} statements sent, ${run.executed.toFixed(2)} executed, ${run.pages.toFixed(0)} pages`,
  )
  expect(run.samples).toBe(640)
  expect(run.sent).toBeGreaterThan(0.1)
  expect(run.sent).toBeLessThan(5)
  expect(run.executed).toBeGreaterThan(2 * run.sent)
  expect(run.executed).toBeLessThan(20)
  expect(run.pages).toBeGreaterThan(10)
  // More than twice as many if a statement reads every call that is stored; the sweeps of a slow run add some.
  expect(run.pages, JSON.stringify(largest)).toBeLessThan(600)
})
