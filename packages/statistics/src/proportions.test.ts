import type { Bounds } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  clusteredInterval,
  type ClusterSums,
  samplingAccuracy,
  type SplitCounts,
  splitShift,
  wilsonInterval,
} from './proportions.js'

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

const random = seededRandom('sampling accuracy')

function drawn(chances: readonly number[], of: number) {
  return chances.map((chance) => ({
    right: Array.from({ length: of }, () => random.next() < chance).filter(Boolean).length,
    of,
  }))
}

it('covers the accuracy on the same questions, and on others like them, each as often as it says', () => {
  const runs = 600
  const held = { benchmark: 0, generalised: 0 }
  for (let run = 0; run < runs; run += 1) {
    // Two questions in three are nearly always right, the third nearly never: .65 on the whole.
    const chances = Array.from({ length: 60 }, () => (random.next() < 2 / 3 ? 0.9 : 0.15))
    const found = samplingAccuracy(drawn(chances, 8))
    const here = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
    if (found === null) throw new Error('none')
    if (found.benchmark.low <= here && here <= found.benchmark.high) held.benchmark += 1
    if (found.generalised.low <= 0.65 && 0.65 <= found.generalised.high) held.generalised += 1
    expect(found.generalised.high - found.generalised.low).toBeGreaterThan(found.benchmark.high - found.benchmark.low)
  }
  for (const share of Object.values(held)) expect(Math.abs(share / runs - 0.95)).toBeLessThan(0.03)
})

it('counts samples as independent where questions do not differ, and as one where they decide', () => {
  const alike = samplingAccuracy(drawn(Array<number>(2000).fill(0.6), 10))
  expect(alike?.correlation).toBeLessThan(0.02)
  expect(alike?.effective).toBeGreaterThan(8.5)
  const decided = samplingAccuracy(Array.from({ length: 50 }, (_, at) => ({ right: at % 2 === 0 ? 10 : 0, of: 10 })))
  expect(decided).toMatchObject({ correlation: 1, effective: 1 })
})

it('says no more of other questions than of these where these are alike by chance', () => {
  const alike = samplingAccuracy([4, 4, 4].map((right) => ({ right, of: 10 })))
  expect(alike?.generalised).toEqual(alike?.benchmark)
  expect((alike?.benchmark.high ?? 0) - (alike?.benchmark.low ?? 0)).toBeGreaterThan(0.2)
})

it('knows nothing of fewer than two questions with two samples', () => {
  expect(samplingAccuracy([{ right: 1, of: 1 }])).toBeNull()
  expect(samplingAccuracy([{ right: 3, of: 4 }])).toBeNull()
  expect(
    samplingAccuracy([
      { right: 4, of: 4 },
      { right: 4, of: 4 },
    ]),
  ).toMatchObject({ correlation: null, effective: null })
})

const orders = seededRandom('shift of a split')

/** How far the sum of yeses among the first is from what each question's total lets expect. */
function distance(counts: readonly SplitCounts[]): number {
  return Math.abs(
    counts.reduce((sum, { first, rest }) => {
      return sum + first.yes - (first.of * (first.yes + rest.yes)) / (first.of + rest.of)
    }, 0),
  )
}

/** The p-value by shuffling the samples of each question. */
function shuffled(questions: readonly SplitCounts[]): number {
  const seen = distance(questions)
  const draws = 4000
  const far = Array.from({ length: draws }, () => {
    const drawn = questions.map(({ first, rest }): SplitCounts => {
      const [yes, of] = [first.yes + rest.yes, first.of + rest.of]
      const order = orders.shuffle(Array.from({ length: of }, (_, at) => at < yes))
      const inFirst = order.slice(0, first.of).filter(Boolean).length
      return { first: { yes: inFirst, of: first.of }, rest: { yes: yes - inFirst, of: rest.of } }
    })
    return distance(drawn) >= seen - 1e-9
  })
  return far.filter(Boolean).length / draws
}

it('agrees with shuffling the samples of each question', () => {
  const questions = Array.from({ length: 60 }, (_, at): SplitCounts => {
    const share = (at % 10) / 10
    const yes = (of: number, shift: number) =>
      Array.from({ length: of }, () => orders.next() < share + shift).filter(Boolean).length
    return { first: { yes: yes(8, 0.05), of: 8 }, rest: { yes: yes(24, 0), of: 24 } }
  })
  const found = splitShift(questions)
  expect(Math.abs((found?.p ?? 1) - shuffled(questions))).toBeLessThan(0.025)
  expect(found?.p).toBeGreaterThan(0.0005)
  expect(found?.p).toBeLessThan(0.9)
})

it('holds its level where order says nothing, though questions differ', () => {
  const runs = 400
  const rejected = Array.from({ length: runs }, () => {
    const questions = Array.from({ length: 30 }, (): SplitCounts => {
      const share = orders.next()
      const yes = (of: number) => Array.from({ length: of }, () => orders.next() < share).filter(Boolean).length
      return { first: { yes: yes(8), of: 8 }, rest: { yes: yes(8), of: 8 } }
    })
    return (splitShift(questions)?.p ?? 1) < 0.05
  })
  expect(rejected.filter(Boolean).length / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
})

it('knows nothing where there is nothing to compare', () => {
  expect(splitShift([{ first: { yes: 3, of: 8 }, rest: { yes: 0, of: 0 } }])).toBeNull()
  expect(splitShift([{ first: { yes: 8, of: 8 }, rest: { yes: 8, of: 8 } }])).toEqual({ first: 1, rest: 1, p: 1 })
})
