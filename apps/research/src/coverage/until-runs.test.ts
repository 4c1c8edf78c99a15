import type { MethodsUntil } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { endOf, untilRun } from './until-runs.js'

const POPULATION = {
  questions: 600,
  accuracy: 0.7,
  others: [
    { wins: 12, losses: 24 },
    { wins: 30, losses: 6 },
  ],
}

it('draws runs that differ in their order alone', () => {
  const random = seededRandom('runs')
  const counts = [untilRun(POPULATION, 16, random), untilRun(POPULATION, 16, random)].map(({ right }) => {
    const having = (bits: number, of: number) => right.filter((each) => (each & bits) === of).length
    return { first: having(1, 1), lost: [having(3, 1), having(5, 1)], won: [having(3, 2), having(5, 4)] }
  })
  const expected = { first: 420, lost: [24, 6], won: [12, 30] }
  expect(counts).toEqual([expected, expected])
})

it.each<[string, MethodsUntil]>([
  ['accuracy', { kind: 'accuracy', width: 0.1, atLeast: 50 }],
  ['decided', { kind: 'decided', baseline: 'm0', margin: 0.05, atLeast: 50 }],
  ['best', { kind: 'best', margin: 0.02, atLeast: 50 }],
])('%s ends early and is hardly ever wrong; what is wrong is counted', (_, until) => {
  const random = seededRandom('ends')
  const runs = Array.from({ length: 60 }, () => untilRun(POPULATION, 16, random))
  const ends = runs.map((run) => endOf(until, run))
  expect(ends.some(({ closed }) => closed < POPULATION.questions)).toBe(true)
  expect(ends.filter(({ isWrong }) => isWrong).length).toBeLessThanOrEqual(6)
  expect(ends.every(({ closed }) => closed >= 50)).toBe(true)

  // An order that is not random: what its first half shows is not true of all.
  const sorted = runs.map(({ methods, right, endsAt }) => ({ methods, right: right.toSorted(), endsAt }))
  expect(sorted.map((run) => endOf(until, run)).filter(({ isMissed }) => isMissed).length).toBeGreaterThan(15)
})

it('goes on to the last question once a look is refused', () => {
  const run = untilRun(POPULATION, 16, seededRandom('refused'))
  const until: MethodsUntil = { kind: 'accuracy', width: 0.3, atLeast: 50 }
  expect(endOf(until, run).closed).toBeLessThan(POPULATION.questions)
  expect(endOf(until, run, () => false)).toEqual({ closed: 600, isWrong: false, isMissed: false })
})
