import { expect, it } from 'vitest'
import { expectedCost } from './expected-cost.js'

const NONE = { calls: 0, work: 0 }

it('guesses while nothing was seen, then takes what the pool’s samples took', () => {
  expect(expectedCost(NONE, NONE, NONE)).toBe(512)
  expect(expectedCost({ calls: 2, work: 200 }, NONE, NONE)).toBe(100)
})

it('goes half the way to a team’s and an evaluation’s own mean after eight samples', () => {
  const pool = { calls: 1000, work: 100_000 }
  const eight = { calls: 8, work: 8 * 300 }
  expect(expectedCost(pool, eight, NONE)).toBe(200)
  expect(expectedCost(pool, NONE, eight)).toBe(200)
  expect(expectedCost(pool, eight, eight)).toBe(250)
})

it.each([0.25, 1, 4])('charges in sum what was used, though it was thought to be %s times that before', (times) => {
  let work = 0
  let charged = 0
  const calls = 10_000
  for (let at = 0; at < calls; at += 1) {
    charged += expectedCost({ calls: 1, work: 1000 * times }, NONE, { calls: at, work })
    work += at % 2 === 0 ? 500 : 1500
  }
  expect(charged / work).toBeGreaterThan(0.95)
  expect(charged / work).toBeLessThan(1.06)
})
