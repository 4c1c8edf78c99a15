import type { Bounds } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { clusteredInterval, type ClusterSums } from './clustered-interval.js'
import { wilsonInterval } from './wilson-interval.js'

const width = ({ low, high }: Bounds) => high - low

function sumsOf(counts: readonly (readonly [number, number])[]): ClusterSums {
  const sum = (value: (c: number, n: number) => number) => counts.reduce((total, [c, n]) => total + value(c, n), 0)
  return {
    clusters: counts.length,
    c: sum((c) => c),
    n: sum((_, n) => n),
    cc: sum((c) => c * c),
    cn: sum((c, n) => c * n),
    nn: sum((_, n) => n * n),
  }
}

it('is Wilson over questions when replicates of a question always agree', () => {
  const counts = Array.from({ length: 40 }, (_, q): [number, number] => [q < 30 ? 10 : 0, 10])
  const { low, high } = clusteredInterval(sumsOf(counts))
  const wilson = wilsonInterval(30, 40)
  expect(low).toBeCloseTo(wilson.low, 2)
  expect(high).toBeCloseTo(wilson.high, 2)
})

it('is never narrower than Wilson over all trials nor wider than over questions', () => {
  const counts = Array.from({ length: 50 }, (_, q): [number, number] => [(q * 7) % 9, 8]).map(
    ([c, n]): [number, number] => [Math.min(c, n), n],
  )
  const sums = sumsOf(counts)
  expect(width(clusteredInterval(sums))).toBeGreaterThanOrEqual(width(wilsonInterval(sums.c, sums.n)) - 1e-12)
  const p = sums.c / sums.n
  expect(width(clusteredInterval(sums))).toBeLessThanOrEqual(width(wilsonInterval(p * 50, 50)) + 1e-12)
})

it('covers the truth about as often as it says where questions differ in difficulty', () => {
  let state = 12_345
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  let covered = 0
  let coveredByTrials = 0
  for (let run = 0; run < 1000; run++) {
    // Difficulties are uniform, so the truth over all questions there could be is one half.
    const counts = Array.from({ length: 60 }, (): [number, number] => {
      const p = chance()
      return [Array.from({ length: 12 }, () => (chance() < p ? 1 : 0)).reduce<number>((a, b) => a + b, 0), 12]
    })
    const sums = sumsOf(counts)
    const interval = clusteredInterval(sums)
    const naive = wilsonInterval(sums.c, sums.n)
    if (interval.low <= 0.5 && 0.5 <= interval.high) covered++
    if (naive.low <= 0.5 && 0.5 <= naive.high) coveredByTrials++
  }
  expect(covered).toBeGreaterThan(925)
  expect(covered).toBeLessThan(975)
  expect(coveredByTrials).toBeLessThan(800)
})

it('says nothing where there is nothing', () => {
  expect(clusteredInterval(sumsOf([]))).toEqual({ low: 0, high: 1 })
})
