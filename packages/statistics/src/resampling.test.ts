import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { expandedTail, percentileInterval } from './descriptive.js'
import { boundedEstimate, resample, resampleClusters } from './resampling.js'

const random = seededRandom('bounded estimate')
const QUESTIONS = 30
const REPLICATES = 16
const RUNS = 300

/** How often the plain percentile interval and the one with two questions more hold the truth. */
function coverage(sumOf: () => number, truth: number, range: { readonly low: number; readonly high: number }) {
  const held = { plain: 0, bounded: 0 }
  const trials = new Float64Array(QUESTIONS).fill(REPLICATES)
  for (let run = 0; run < RUNS; run += 1) {
    const sums = Float64Array.from({ length: QUESTIONS }, sumOf)
    const resampling = resample([sums, trials], 199, random.next)
    const [above, below] = [resampling.totals.get(sums), resampling.totals.get(trials)]
    const plain = above === undefined || below === undefined ? null : percentileInterval(above, below)
    const bounded = boundedEstimate(resampling, [sums, trials], range)
    if (plain !== null && plain.low <= truth && truth <= plain.high) held.plain += 1 / RUNS
    if (bounded !== null && bounded.low <= truth && truth <= bounded.high) held.bounded += 1 / RUNS
  }
  return held
}

it('holds its level on thirty questions with replicates, where the plain bootstrap does not', () => {
  // Half of the questions are right, or wrong, in every replicate.
  const accuracy = coverage(
    () => {
      const chance = random.next() < 0.5 ? (random.next() < 0.95 ? 1 : 0) : 0.95
      return Array.from({ length: REPLICATES }, () => random.next() < chance).filter(Boolean).length
    },
    0.95,
    { low: 0, high: 1 },
  )
  expect(accuracy.bounded).toBeGreaterThan(0.93)
  expect(accuracy.plain).toBeLessThan(0.85)
})

it('holds its level for calls of which few questions use the whole budget', () => {
  const calls = coverage(() => REPLICATES * (random.next() < 0.05 ? 16 : 4), 0.05 * 16 + 0.95 * 4, { low: 1, high: 16 })
  expect(calls.bounded).toBeGreaterThan(0.93)
  expect(calls.plain).toBeLessThan(0.9)
})

it('is sure of calls that are the same for every question, and of the value where it is at an end of the range', () => {
  const [calls, trials] = [new Float64Array(20).fill(16), new Float64Array(20).fill(1)]
  const resampling = resample([calls, trials], 199, random.next)
  expect(boundedEstimate(resampling, [calls, trials], { low: 16, high: 16 })).toEqual({ value: 16, low: 16, high: 16 })
  const one = boundedEstimate(resampling, [trials, trials], { low: 0, high: 1 })
  expect(one).toMatchObject({ value: 1, high: 1 })
  expect(one?.low).toBeLessThan(1)
})

// Φ(−√(n / (n − 1)) t) by scipy.
it.each([
  [5, 0.00095410055],
  [20, 0.01588082992],
  [30, 0.01875390028],
  [10_000, 0.02498041001],
])('leaves out less than 2.5 %% at either end with few questions: %i', (questions, tail) => {
  expect(Math.abs(expandedTail(questions) - tail)).toBeLessThan(1e-6)
})

it.each([1, 3, 4, 6, 9])('gives each of %i columns the totals that it has by itself, to the last bit', (count) => {
  const random = seededRandom('columns')
  const columns = Array.from({ length: count }, () => Float64Array.from({ length: 301 }, () => random.next() - 0.4))
  const together = resampleClusters(columns, 40, seededRandom('clusters').next)
  expect(together).toHaveLength(count)
  for (const [at, column] of columns.entries()) {
    const next = seededRandom('clusters').next
    const alone = Float64Array.from({ length: 40 }, () => {
      const times = new Float64Array(column.length)
      for (let drawn = 0; drawn < column.length; drawn += 1) {
        const cluster = Math.floor(next() * column.length)
        times[cluster] = (times[cluster] ?? 0) + 1
      }
      return times.reduce((sum, weight, cluster) => sum + weight * (column[cluster] ?? 0), 0)
    })
    expect(together[at]).toEqual(alone)
  }
})
