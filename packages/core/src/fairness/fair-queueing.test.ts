import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  expectedCost,
  fairTags,
  interactivePriority,
  isScaleUsedUp,
  jainIndex,
  queuePriority,
} from './fair-queueing.js'

interface Team {
  readonly weight: number
  readonly costs: readonly number[]
  /** How many starts of the pool pass before the team asks for everything it has. */
  readonly arrives: number
}

/** Simulates a pool of one slot that always starts the smallest tag; returns the team of each start. */
function started(teams: readonly Team[], starts: number): number[] {
  let virtual = 0
  const queued: { team: number; tag: number }[] = []
  const order: number[] = []
  for (let at = 0; at < starts; at += 1) {
    for (const [team, { weight, costs, arrives }] of teams.entries()) {
      if (arrives === at) queued.push(...fairTags({ virtual, last: 0, weight }, costs).map((tag) => ({ team, tag })))
    }
    queued.sort((one, other) => one.tag - other.tag || one.team - other.team)
    const next = queued.shift()
    if (next === undefined) continue
    virtual = Math.max(virtual, next.tag)
    order.push(next.team)
  }
  return order
}

const count = (order: readonly number[], team: number): number => order.filter((one) => one === team).length
const ones = (n: number, cost = 1): number[] => Array.from({ length: n }, () => cost)

it('gives a backlog of 5,000 and two that come later, one of double weight, 100, 100 and 200 of the next 400 starts', () => {
  const order = started(
    [
      { weight: 1, costs: ones(5000), arrives: 0 },
      { weight: 1, costs: ones(1000), arrives: 50 },
      { weight: 2, costs: ones(1000), arrives: 50 },
    ],
    450,
  ).slice(50)
  expect([0, 1, 2].map((team) => count(order, team))).toEqual([100, 100, 200])
})

it('starts the few of a newcomer at once, whatever another has waiting', () => {
  const order = started(
    [
      { weight: 1, costs: ones(100_000), arrives: 0 },
      { weight: 1, costs: ones(10), arrives: 30 },
    ],
    60,
  )
  expect(order.indexOf(1)).toBeLessThan(32)
  expect(count(order.slice(30, 52), 1)).toBe(10)
})

it('never lets two teams with work waiting drift apart by more than a sample of each, for their weights', () => {
  const team = fc.record({ weight: fc.integer({ min: 1, max: 5 }), cost: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(fc.array(team, { minLength: 2, maxLength: 5 }), fc.integer({ min: 1, max: 300 }), (teams, starts) => {
      const order = started(
        teams.map(({ weight, cost }) => ({ weight, costs: ones(400, cost), arrives: 0 })),
        starts,
      )
      const served = teams.map(({ weight, cost }, at) => (count(order, at) * cost) / weight)
      for (const [one, a] of teams.entries()) {
        for (const [other, b] of teams.entries()) {
          const apart = Math.abs((served[one] ?? 0) - (served[other] ?? 0))
          expect(apart).toBeLessThanOrEqual(a.cost / a.weight + b.cost / b.weight + 1e-9)
        }
      }
    }),
  )
})

it('starves nobody under a stream of newcomers', () => {
  const newcomers = Array.from({ length: 300 }, (_, at) => ({ weight: 1, costs: ones(3), arrives: at * 4 + 1 }))
  const order = started([{ weight: 1, costs: ones(400), arrives: 0 }, ...newcomers], 900)
  const waits = order.flatMap((team, at) => (team === 0 ? [at] : [])).map((at, n, all) => at - (all[n - 1] ?? 0))
  expect(Math.max(...waits)).toBeLessThanOrEqual(5)
})

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

const scale = { first: 1000, workPerStep: 32 }

it('orders jobs as their tags, in numbers a queue takes, behind all interactive work', () => {
  const tag = fc.double({ min: -1e6, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(tag, tag, fc.nat(1e6), (one, other, before) => {
      const a = queuePriority(Math.min(one, other), scale)
      const b = queuePriority(Math.max(one, other), scale)
      expect(Number.isInteger(a)).toBe(true)
      expect(a).toBeLessThanOrEqual(b)
      expect(a).toBeGreaterThan(interactivePriority(before))
      expect(b).toBeLessThanOrEqual(2_097_151)
      expect(interactivePriority(before)).toBeGreaterThanOrEqual(1)
    }),
  )
})

it('tells samples a sixteenth of the mean apart, until the scale is used up', () => {
  expect(queuePriority(1000, scale)).toBe(1001)
  expect(queuePriority(1000 + 32, scale)).toBe(1002)
  expect(queuePriority(1000 + 16 * 32, scale)).toBe(1017)
  expect(isScaleUsedUp(1000 + 32 * 1_500_000, scale)).toBe(false)
  expect(isScaleUsedUp(1000 + 32 * 1_500_001, scale)).toBe(true)
})

it('is 1 for equal shares, 1/n for one of n, and between otherwise', () => {
  expect(jainIndex([3, 3, 3])).toBeCloseTo(1, 12)
  expect(jainIndex([0, 5, 0, 0])).toBeCloseTo(0.25, 12)
  // (1 + 2 + 3)² / (3 · (1 + 4 + 9)) = 36/42
  expect(jainIndex([1, 2, 3])).toBeCloseTo(6 / 7, 12)
  expect(jainIndex([10, 20, 30])).toBeCloseTo(6 / 7, 12)
  expect(jainIndex([0, 0])).toBeNaN()
})
