import { wilsonInterval } from '@cges-fleet/statistics'
import { afterEach, expect, it } from 'vitest'
import { TestFleet } from './test-fleet.js'

let fleet: TestFleet | undefined

afterEach(async () => {
  await fleet?.stop()
  fleet = undefined
})

it('draws exactly what a lone cges method is charged, and ends the sooner for it', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8, timeScale: 0.1 })
  const questions = 40
  const cges = await fleet.submit({ methods: ['cges:confidence=lns-arith,gamma=0.99@16'], questions })
  const cgesDone = await fleet.ended(cges.id)
  const calls = cgesDone.methods[0]?.calls ?? 0
  expect(cgesDone.samples.drawn).toBe(Math.round(calls * questions))
  expect(cgesDone.samples.drawn).toBeLessThan(16 * questions)

  const sc = await fleet.submit({ methods: ['sc@16'], questions })
  const scDone = await fleet.ended(sc.id)
  expect(scDone.samples.drawn).toBe(16 * questions)
  expect(cgesDone.samples.elapsedSeconds).toBeLessThan(0.7 * scDone.samples.elapsedSeconds)
})

it('charges each of several methods as if it ran alone, and draws for the hungriest only', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8 })
  const methods = ['asc-beta@12', 'cges:confidence=lns-arith,gamma=0.99@12', 'esc:window=4@12']
  const together = await fleet.ended((await fleet.submit({ methods, questions: 40 })).id)
  for (const [position, method] of methods.entries()) {
    const alone = await fleet.ended((await fleet.submit({ methods: [method], questions: 40 })).id)
    expect(alone.methods[0]?.calls).toBe(together.methods[position]?.calls)
    expect(alone.methods[0]?.accuracy).toEqual(together.methods[position]?.accuracy)
  }
  const hungriest = await fleet.sql<{ calls: number }>(
    `SELECT sum(calls)::int AS calls FROM (SELECT max(calls) AS calls FROM verdict WHERE evaluation_id = $1 GROUP BY trial_id) v`,
    [together.id],
  )
  expect(together.samples.drawn).toBe(hungriest[0]?.calls)
})

it('widens intervals to whole questions where each is asked in several replicates', async () => {
  fleet = await TestFleet.start({ redis: null, workers: 1, concurrency: 8 })
  const done = await fleet.ended((await fleet.submit({ methods: ['sc@2'], questions: 20, replicates: 5 })).id)
  expect(done.trials).toEqual({ total: 100, closed: 100, blocked: 0 })
  const accuracy = done.methods[0]?.accuracy
  if (accuracy === null || accuracy === undefined) throw new Error('no accuracy')
  const byTrials = wilsonInterval(accuracy.value * 100, 100)
  expect(accuracy.high - accuracy.low).toBeGreaterThan(byTrials.high - byTrials.low)
})
