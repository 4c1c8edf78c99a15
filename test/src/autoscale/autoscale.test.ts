import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from '../fleet/test-fleet.js'
import { Autoscaler, CONCURRENCY, QUICK_RULE } from './autoscaled-fleet.js'
import { actualOf, depthOf, desiredOf, keepPicture } from './picture.js'
import { ATTEMPTS } from '../support/evaluation-rows.js'

let fleet: TestFleet | undefined
let autoscaler: Autoscaler | undefined

afterEach(async () => {
  await autoscaler?.stop()
  await fleet?.stop()
})

it(
  'scales a fleet from nothing to many and back by its queue depth, and loses no sample',
  { timeout: 240_000 },
  async () => {
    fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: CONCURRENCY, timeScale: 0.25, drainMs: 100 })
    autoscaler = new Autoscaler(fleet, QUICK_RULE, { lookEveryMs: 250, graceMs: 120_000 })
    autoscaler.start()
    const count = () => autoscaler?.actual
    await expect.poll(count, { timeout: 60_000 }).toBe(0)
    const { id } = await fleet.submit({ methods: ['sc@6', 'cges:confidence=lns-arith,gamma=0.99@6'], questions: 40 })
    await expect.poll(count, { timeout: 60_000, interval: 100 }).toBe(QUICK_RULE.maxReplicas)
    // Workers must leave while all are busy.
    autoscaler.limit(2)
    const done = await fleet.until(id, (view) => view.status !== 'running', 150_000)
    await expect.poll(count, { timeout: 60_000 }).toBe(0)
    await sleep(500)
    const { timeline, killed } = autoscaler
    await autoscaler.stop()

    expect(done).toMatchObject({
      status: 'done',
      trials: { total: 40, closed: 40, blocked: 0 },
      samples: { drawn: 240 },
    })
    expect(Math.max(...timeline.map((look) => look.actual))).toBe(QUICK_RULE.maxReplicas)
    expect([timeline[0]?.desired, timeline.at(-1)?.desired, timeline.at(-1)?.actual]).toEqual([1, 0, 0])
    expect(timeline.every((look) => look.desired <= QUICK_RULE.maxReplicas)).toBe(true)
    const ledger = await fleet.sql<{ state: string; calls: number }>(
      `SELECT state, count(*)::int AS calls FROM ${ATTEMPTS} l GROUP BY 1 ORDER BY 1`,
    )
    const calls = Object.fromEntries(ledger.map(({ state, calls: n }) => [state, n]))
    console.log(`autoscaled: ${JSON.stringify(calls)}, ${killed} workers killed, ${timeline.length} looks`)
    expect(killed).toBe(0)
    expect(Object.keys(calls).filter((state) => state !== 'settled' && state !== 'handed_back')).toEqual([])
    expect(calls['settled']).toBe(240)
    expect(calls['handed_back']).toBeGreaterThan(0)

    const title = 'Workers follow the queue depth, and a limit lowered to 2 on the way (simulated model)'
    keepPicture('autoscale.svg', title, [
      { name: 'queue depth, in samples', height: 150, lines: [depthOf(timeline)] },
      { name: 'workers', height: 110, lines: [actualOf(timeline), desiredOf(timeline)] },
    ])
  },
)

it(
  'starts no worker for what a team’s limit lets nobody draw, however much the team submits',
  { timeout: 120_000 },
  async () => {
    fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: CONCURRENCY, timeScale: 0.1, drainMs: 100 })
    await fleet.sql(`UPDATE team SET max_samples_in_flight = ${CONCURRENCY}`)
    autoscaler = new Autoscaler(fleet, QUICK_RULE, { lookEveryMs: 100, graceMs: 120_000 })
    autoscaler.start()
    const { id } = await fleet.submit({ methods: ['sc@6'], questions: 20 })
    await fleet.until(id, (view) => view.status !== 'running', 90_000)
    await autoscaler.stop()
    const { timeline } = autoscaler
    expect(timeline.some(({ demand }) => (demand ?? 0) >= 100)).toBe(true)
    expect(Math.max(...timeline.map(({ depth }) => depth ?? 0))).toBe(CONCURRENCY)
    expect(Math.max(...timeline.map(({ desired }) => desired))).toBe(1)
  },
)
