import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ascBetaProbability } from './asc-beta-probability.js'

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
