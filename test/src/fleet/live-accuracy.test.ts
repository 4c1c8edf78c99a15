import { setTimeout as sleep } from 'node:timers/promises'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

/** Every version that a reader sees, from the first to the end. */
async function watch(running: TestFleet, id: string): Promise<EvaluationView[]> {
  const views: EvaluationView[] = []
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(50)) {
    const view = await running.view(id)
    if (view.version !== views.at(-1)?.version) views.push(view)
    if (hasEnded(view.status)) return views
  }
  throw new Error('the evaluation does not end')
}

it('tells early where a run will end, and it ends there', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 2, concurrency: 8, timeScale: 0.05 })
  const methods = ['sc@16', 'esc:window=4@16', 'cges:confidence=lns-arith,gamma=0.99@16']
  const { id } = await fleet.submit({ methods, questions: 120 })
  const views = await watch(fleet, id)
  const final = views.at(-1)?.methods ?? []
  const told = views.filter(({ methods: all }) => all.every(({ live }) => live !== null))
  const usable = told.find(({ methods: [first] }) => (first?.live?.high ?? 1) - (first?.live?.low ?? 0) < 0.5)
  expect(usable?.trials.closed).toBeLessThan(0.3 * 120)
  expect(told.length).toBeGreaterThan(20)
  for (const [at, { accuracy, live: none }] of final.entries()) {
    const lives = told.flatMap(({ methods: all }) => all[at]?.live ?? [])
    for (const { low, high } of lives) {
      expect(accuracy?.value).toBeGreaterThanOrEqual(low - 1e-9)
      expect(accuracy?.value).toBeLessThanOrEqual(high + 1e-9)
    }
    const seen = lives.map(({ n }) => n)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(none).toBeNull()
  }
}, 180_000)
