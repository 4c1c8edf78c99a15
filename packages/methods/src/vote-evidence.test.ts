import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ascBetaProbability, ascDirichletProbability } from './vote-evidence.js'

const pair = z.object({ v1: z.number(), v2: z.number() })
const golden = z
  .object({
    ascBeta: z.array(pair.extend({ prob: z.number(), stop95: z.boolean() })),
    ascBetaExact: z.array(pair.extend({ numerator: z.string(), denominator: z.string() })),
    ascBetaMinV1: z.object({ budget: z.number(), tables: z.record(z.string(), z.array(z.number())) }),
  })
  .parse(JSON.parse(readFileSync(new URL('./golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.ascBeta)('agrees with the golden vector at $v1, $v2', ({ v1, v2, prob, stop95 }) => {
  expect(Math.abs(ascBetaProbability(v1, v2) - prob)).toBeLessThanOrEqual(1e-12)
  expect(ascBetaProbability(v1, v2) >= 0.95).toBe(stop95)
})

it.each(golden.ascBetaExact)('is exact at $v1, $v2', ({ v1, v2, numerator, denominator }) => {
  expect(ascBetaProbability(v1, v2)).toBe(Number(numerator) / Number(denominator))
})

it.each(Object.entries(golden.ascBetaMinV1.tables))('gives the smallest majorities at %s', (threshold, table) => {
  table.forEach((smallest, v2) => {
    expect(ascBetaProbability(smallest, v2)).toBeGreaterThanOrEqual(Number(threshold))
    if (smallest > 0) expect(ascBetaProbability(smallest - 1, v2)).toBeLessThan(Number(threshold))
  })
})

const count = fc.integer({ min: 0, max: 512 })

it('adds up to 1 with the counts exchanged', () => {
  fc.assert(
    fc.property(count, count, (a, b) => {
      expect(ascBetaProbability(a, b) + ascBetaProbability(b, a)).toBeCloseTo(1, 12)
    }),
  )
})

it('rises with the first count and falls with the second', () => {
  const small = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(small, small, (a, b) => {
      expect(ascBetaProbability(a + 1, b)).toBeGreaterThan(ascBetaProbability(a, b))
      expect(ascBetaProbability(a, b + 1)).toBeLessThan(ascBetaProbability(a, b))
    }),
  )
})

/** ∫ x^a (1 − x)^b from `from` to 1 */
function integrate(from: number, a: number, b: number): number {
  const steps = 2000
  const width = (1 - from) / steps
  const at = (i: number): number => (from + i * width) ** a * (1 - from - i * width) ** b
  let sum = at(0) + at(steps)
  for (let i = 1; i < steps; i += 1) sum += at(i) * (i % 2 === 0 ? 2 : 4)
  return (sum * width) / 3
}

it('equals the integral it stands for, by Simpson’s rule', () => {
  for (const [a, b] of [
    [3, 1],
    [5, 5],
    [9, 2],
    [2, 7],
  ] as const) {
    expect(ascBetaProbability(a, b)).toBeCloseTo(integrate(0.5, a, b) / integrate(0, a, b), 9)
  }
})

it('stays finite at the largest budget', () => {
  expect(ascBetaProbability(1024, 0)).toBe(1)
  expect(ascBetaProbability(512, 512)).toBeCloseTo(0.5, 12)
})

const dirichlet = z
  .object({
    ascDir: z.array(
      z.object({ counts: z.array(z.number()), prob: z.number(), stop95: z.boolean(), betaProb: z.number() }),
    ),
    ascDirMinV1: z.array(z.object({ tail: z.array(z.number()), minV1: z.number(), betaMinV1: z.number() })),
  })
  .parse(JSON.parse(readFileSync(new URL('./golden/methods.json', import.meta.url), 'utf8')))

it.each(dirichlet.ascDir)('agrees with the golden vector at $counts', ({ counts, prob, stop95, betaProb }) => {
  expect(Math.abs(ascDirichletProbability(counts) - prob)).toBeLessThanOrEqual(1e-12)
  expect(Math.abs(ascDirichletProbability(counts.toReversed()) - prob)).toBeLessThanOrEqual(1e-12)
  expect(ascDirichletProbability(counts) >= 0.95).toBe(stop95)
  const [first = 0, second = 0] = counts.toSorted((a, b) => b - a)
  expect(Math.abs(ascBetaProbability(first, second) - betaProb)).toBeLessThanOrEqual(1e-12)
})

it.each(dirichlet.ascDirMinV1)('needs a majority of $minV1 over $tail', ({ tail, minV1, betaMinV1 }) => {
  expect(ascDirichletProbability([minV1, ...tail])).toBeGreaterThanOrEqual(0.95)
  expect(ascDirichletProbability([minV1 - 1, ...tail])).toBeLessThan(0.95)
  expect(ascBetaProbability(betaMinV1, tail[0] ?? 0)).toBeGreaterThanOrEqual(0.95)
  expect(ascBetaProbability(betaMinV1 - 1, tail[0] ?? 0)).toBeLessThan(0.95)
})

/** P(G > x) for G ~ Gamma(count + 1) */
function above(count: number, x: number): number {
  let term = Math.exp(-x)
  let sum = term
  for (let k = 1; k <= count; k += 1) {
    term *= x / k
    sum += term
  }
  return sum
}

/** P(count `own` is the largest): the integral over its Gamma variable, by the trapezoid rule in ln x. */
function largest(votes: number, others: readonly number[]): number {
  let logFactorial = 0
  for (let k = 2; k <= votes; k += 1) logFactorial += Math.log(k)
  const step = 0.02
  let sum = 0
  for (let u = -12; u <= 6.5; u += step) {
    const x = Math.exp(u)
    const density = Math.exp((votes + 1) * u - x - logFactorial)
    sum += step * others.reduce((product, count) => product * (1 - above(count, x)), density)
  }
  return sum
}

it('equals the integral it stands for, and with the other answers’ integrals adds up to 1', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 5 })
  fc.assert(
    fc.property(counts, (given) => {
      const sorted = given.toSorted((a, b) => b - a)
      const each = sorted.map((votes, index) => largest(votes, sorted.toSpliced(index, 1)))
      expect(each.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
      expect(ascDirichletProbability(given)).toBeCloseTo(each[0] ?? NaN, 9)
    }),
    { numRuns: 40 },
  )
})

it('is never above the Beta criterion, equals it for two answers, and rises with the leader', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 7 })
  fc.assert(
    fc.property(counts, (given) => {
      const [first = 0, ...rest] = given.toSorted((a, b) => b - a)
      const probability = ascDirichletProbability(given)
      const beta = ascBetaProbability(first, rest[0] ?? 0)
      if (rest.length === 1) expect(probability).toBe(beta)
      expect(probability).toBeLessThanOrEqual(beta + 1e-12)
      expect(ascDirichletProbability([first + 1, ...rest])).toBeGreaterThan(probability - 1e-12)
    }),
  )
})

it('gives level answers even chances, looks at five only, and holds at the largest budget', () => {
  expect(ascDirichletProbability([3, 3, 3, 3])).toBeCloseTo(1 / 4, 12)
  expect(ascDirichletProbability([6, 2, 2, 1, 1, 1, 1])).toBe(ascDirichletProbability([6, 2, 2, 1, 1]))
  expect(ascDirichletProbability([1])).toBe(0.75)
  expect(ascDirichletProbability([205, 205, 205, 205, 204])).toBeCloseTo(0.2, 1)
  expect(ascDirichletProbability([600, 200, 100, 74, 50])).toBeCloseTo(1, 9)
  expect(ascDirichletProbability([256, 256, 256, 256])).toBeCloseTo(1 / 4, 9)
})
