import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wilsonInterval } from './wilson-interval.js'

const shares = fc
  .integer({ min: 1, max: 100_000 })
  .chain((n) => fc.record({ n: fc.constant(n), successes: fc.integer({ min: 0, max: n }) }))

/** Root of |share − p| = z √(p (1 − p) / n) on one side of the share, by bisection. */
function bisect(share: number, n: number, end: 0 | 1): number {
  let inside = share
  let outside: number = end
  for (let step = 0; step < 200; step += 1) {
    const p = (inside + outside) / 2
    if (Math.abs(share - p) <= 1.959963984540054 * Math.sqrt((p * (1 - p)) / n)) inside = p
    else outside = p
  }
  return inside
}

it('solves the equation it stands for', () => {
  fc.assert(
    fc.property(shares, ({ successes, n }) => {
      const { low, high } = wilsonInterval(successes, n)
      expect(Math.abs(low - bisect(successes / n, n, 0))).toBeLessThan(1e-9)
      expect(Math.abs(high - bisect(successes / n, n, 1))).toBeLessThan(1e-9)
    }),
  )
})

it('stays in [0, 1], holds the share, and mirrors', () => {
  fc.assert(
    fc.property(shares, ({ successes, n }) => {
      const { low, high } = wilsonInterval(successes, n)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(low).toBeLessThanOrEqual(successes / n)
      expect(high).toBeGreaterThanOrEqual(successes / n)
      expect(high).toBeLessThanOrEqual(1)
      expect(wilsonInterval(n - successes, n).low).toBeCloseTo(1 - high, 12)
    }),
  )
})

it('knows nothing of no trials, and refuses the impossible', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  expect(wilsonInterval(0, 10).low).toBe(0)
  expect(wilsonInterval(10, 10).high).toBe(1)
  expect(() => wilsonInterval(3, 2)).toThrow(RangeError)
  expect(() => wilsonInterval(NaN, 2)).toThrow(RangeError)
})
