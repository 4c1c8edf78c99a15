import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '@cges-fleet/methods'
import { efficientGamma, paretoFront, wallClock } from './costs.js'
import { incompleteBeta } from '@cges-fleet/methods'
import { median, pearson } from './descriptive.js'
import { noisyConfidence } from './simulation/sample-population.js'
import { normalDraws } from './numerics.js'

const numbers = z.array(z.number())
const golden = z
  .object({
    pearson: z.array(
      z.object({ name: z.string(), x: numbers, y: numbers, expected: z.object({ r: z.number(), p: z.number() }) }),
    ),
    efficientGamma: z.array(
      z.object({
        name: z.string(),
        grid: numbers,
        accuracyBySeed: z.array(numbers),
        scBySeed: numbers,
        tolerance: z.number(),
        expected: z.object({ gamma: z.number(), accuracy: z.number(), qualified: z.boolean() }),
      }),
    ),
    noise: z.array(z.object({ c: z.number(), sigma: z.number(), z: z.number(), expected: z.number() })),
    wallClock: z.array(
      z.object({
        name: z.string(),
        avgCalls: numbers,
        tLlm: numbers,
        tConf: z.number(),
        expected: numbers,
        paper: numbers,
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../methods/src/golden/methods.json', import.meta.url), 'utf8')))

describe('pearson', () => {
  it.each(golden.pearson)('agrees with the golden vector $name', ({ x, y, expected }) => {
    expect(pearson(x, y)?.r).toBeCloseTo(expected.r, 12)
    expect(pearson(x, y)?.p).toBeCloseTo(expected.p, 12)
  })

  it('is ±1 on a line with p = 0, and not defined for a constant or a single pair', () => {
    expect(pearson([1, 2, 3], [2, 4, 6])).toEqual({ r: 1, p: 0 })
    expect(pearson([1, 2, 3], [6, 4, 2])).toEqual({ r: -1, p: 0 })
    expect(pearson([1, 2], [1, 3])).toEqual({ r: 1, p: null })
    expect(pearson([1, 1], [1, 2])).toBeNull()
    expect(pearson([1], [1])).toBeNull()
    expect(() => pearson([1], [])).toThrow(RangeError)
  })
})

it('incompleteBeta agrees with its closed forms, and with its mirror image', () => {
  expect(incompleteBeta(0.3, 1, 1)).toBeCloseTo(0.3, 14)
  expect(incompleteBeta(0.3, 2, 1)).toBeCloseTo(0.09, 14)
  expect(incompleteBeta(0.25, 0.5, 0.5)).toBeCloseTo(1 / 3, 13)
  expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1])
  const shape = fc.double({ min: 0.5, max: 60, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1024 }), shape, shape, (part, a, b) => {
      // Multiples of 2^-10, so that 1 − x is not rounded.
      const x = part / 1024
      expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10)
    }),
  )
})

it.each(golden.efficientGamma)('efficientGamma agrees with the golden vector $name', (given) => {
  const grid = given.grid.map((gamma, index) => ({ gamma, accuracyPpBySeed: given.accuracyBySeed[index] ?? [] }))
  const chosen = efficientGamma(grid.toReversed(), given.scBySeed, given.tolerance)
  expect(chosen).toMatchObject({ gamma: given.expected.gamma, qualified: given.expected.qualified })
  expect(chosen?.accuracyPp).toBeCloseTo(given.expected.accuracy, 10)
  expect(chosen?.chosenOnSameLabels).toBe(true)
  expect(efficientGamma([], given.scBySeed)).toBeNull()
})

it.each(golden.noise)('noise $sigma · $z on $c', ({ c, sigma, z: draw, expected }) => {
  expect(noisyConfidence(c, sigma, draw)).toBeCloseTo(expected, 14)
})

it('normalDraws are normal, as many as asked for, and the same for the same generator', () => {
  const draws = normalDraws(20_001, seededRandom('noise').next)
  expect(draws).toHaveLength(20_001)
  expect(draws).toEqual(normalDraws(20_001, seededRandom('noise').next))
  const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length
  const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length
  expect(mean).toBeCloseTo(0, 1)
  expect(variance).toBeCloseTo(1, 1)
  expect(draws.filter((draw) => Math.abs(draw) > 1.959964).length / draws.length).toBeCloseTo(0.05, 2)
  expect(normalDraws(1, () => 0)).toHaveLength(1)
})

describe('wallClock', () => {
  it.each(golden.wallClock)('agrees with the golden vector $name, and with the paper', (given) => {
    given.avgCalls.forEach((calls, index) => {
      const seconds = wallClock(calls, { answerSeconds: given.tLlm[index] ?? NaN, confidenceSeconds: given.tConf })
      expect(seconds).toBeCloseTo(given.expected[index] ?? NaN, 10)
      expect(Math.abs(seconds / (given.paper[index] ?? NaN) - 1)).toBeLessThan(0.01)
    })
  })

  it('charges confidence for every call, and ranking once a question', () => {
    const costs = { answerSeconds: 2, confidenceSeconds: 0.5, rankingSeconds: 1, rankingCalls: 0.6 }
    expect(wallClock(4, costs)).toBeCloseTo(10.6, 12)
  })
})

it('paretoFront keeps exactly what nothing dominates', () => {
  const point = fc.record({ calls: fc.integer({ min: 1, max: 6 }), accuracy: fc.integer({ min: 0, max: 6 }) })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 15 }), (points) => {
      const front = paretoFront(points)
      for (const one of points) {
        const dominated = points.some(
          (other) =>
            other.calls <= one.calls &&
            other.accuracy >= one.accuracy &&
            (other.calls < one.calls || other.accuracy > one.accuracy),
        )
        expect(front.includes(one)).toBe(!dominated)
      }
      expect(front).toEqual(front.toSorted((a, b) => a.calls - b.calls))
    }),
  )
})

it('median is the middle, or between the middle two', () => {
  expect(median([])).toBeNull()
  expect(median([3])).toBe(3)
  expect(median([9, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})
