import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { BenchStores } from './bench-fleet.js'
import { type FleetRun, fleetRun } from './fleet-run.js'

/** Machines busy with other work take their time. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const skip = inject('redis') === null
let stores: BenchStores
let run: FleetRun

beforeAll(async () => {
  if (skip) return
  stores = await BenchStores.start('redis', { inside: true })
  run = await fleetRun(stores, { questions: 160, budget: 4, concurrency: 8, warmUp: 2 })
})

afterAll(async () => stores?.stop())

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
  // Three times as many if a statement scans a table that was empty when the statement was planned; the sweeps of a slow run add some.
  expect(run.pages).toBeLessThan(650)
})
