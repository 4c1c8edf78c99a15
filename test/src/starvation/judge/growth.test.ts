import { expect, it } from 'vitest'
import { IS_AT_LENGTH, LONGER } from '../../support/repetitions.js'
import { beside, BOUNDS, growthFault, growthOf, LINEAR_MS, measureGrowth } from './growth.js'

const SIZES = [1000, 2000, 4000, 8000]
const taking = (ms: (size: number) => number) => SIZES.map((size) => ({ size, cpuMs: ms(size) }))

it.each([
  ['constant', () => 50, 0],
  ['linear', (n: number) => n / 100, 1],
  ['n^1.5', (n: number) => n ** 1.5 / 10_000, 1.5],
  ['quadratic', (n: number) => n ** 2 / 1_000_000, 2],
  ['cubic', (n: number) => n ** 3 / 1e9, 3],
])('finds the exponent of what is %s', (_, ms, exponent) => {
  expect(growthOf(taking(ms)).exponent).toBeCloseTo(exponent, 9)
})

it('lets pass what is linear, or n log n, however large it is below the longest', () => {
  for (const scale of [0.0001, 0.001, 0.01, 0.02]) {
    expect(growthFault(growthOf(taking((n) => scale * n)))).toBeNull()
    expect(growthFault(growthOf(taking((n) => (scale * n * Math.log2(n)) / 13)))).toBeNull()
  }
})

const quadratic = (longest: number) => growthFault(growthOf(taking((n) => longest * (n / 8000) ** 2)))

it('finds what is quadratic once it passes the floor, and judges no growth below', () => {
  expect(quadratic(100)).toContain('grows as n^2.00')
  expect(quadratic(21)).toContain('grows as n^')
  expect(quadratic(20)).toBeNull()
})

it('finds what takes too long, however it grows', () => {
  expect(growthFault(growthOf(taking(() => 201)))).toBe('takes 201 ms, above 200')
})

it.each([1, 2, 5])('judges alike on a machine %d times as slow, whose caches are small too', (slowness) => {
  const there = (ms: number, power: number) => taking((n) => slowness * ms * (n / 8000) ** (power + 0.1))
  const judged = (ms: number, power: number) => growthFault(beside(there(ms, power), there(LINEAR_MS, 1)))
  expect(judged(199, 1)).toBeNull()
  expect(judged(60, 2)).toContain('grows as n^2.00')
  expect(judged(201, 1)).toBe('takes 201 ms, above 200')
})

/** Real work, timed as the gate times it. */
let spent = 0
function spin(steps: number): void {
  for (let at = 0; at < steps; at += 1) spent += Math.sqrt(at)
}

/** What is quadratic is told by its growth alone, however fast or slow the machine is. */
const EVER_SO_LONG = { ...BOUNDS, longestMs: Infinity }

it.runIf(IS_AT_LENGTH).each([
  ['linear', (n: number) => n, null, BOUNDS],
  ['n log n', (n: number) => (n * Math.log2(n)) / 20, null, BOUNDS],
  ['quadratic', (n: number) => n ** 2 / 400_000, expect.stringContaining('grows as n^'), EVER_SO_LONG],
  // What else runs on the machine may disturb a measurement.
])(`judges real work that is %s${LONGER}`, { retry: 4 }, (_, steps, fault, bounds) => {
  const growth = measureGrowth((size) => () => spin(steps(size)), 4_000_000, bounds)
  expect(growthFault(growth, bounds), JSON.stringify(growth)).toEqual(fault)
  expect(spent).toBeGreaterThan(0)
})
