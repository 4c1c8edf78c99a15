import { seededRandom } from '@cges-fleet/methods'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ComparedSides,
  compareSides,
  pairedCounts,
  type PairedGroup,
  unpairedDifference,
} from './compare-sides.js'
import { wilsonInterval } from './proportions.js'

const group = (questions: number, compared: number, base: number): PairedGroup => ({
  trials: 1,
  correctDifference: compared - base,
  callsDifference: -2,
  questions,
  both: compared * base * questions,
  thisCorrect: compared * questions,
  baseCorrect: base * questions,
  baseCalls: 4 * questions,
})

const share = (successes: number, n: number) => ({ value: successes / n, ...wilsonInterval(successes, n), n })

/** One replicate: how many questions both, only this, only the base and neither got right; calls differ by −2. */
function groupsOf([both, onlyThis, onlyBase, neither]: readonly number[]): PairedGroup[] {
  return [group(both ?? 0, 1, 1), group(onlyThis ?? 0, 1, 0), group(onlyBase ?? 0, 0, 1), group(neither ?? 0, 0, 0)]
}

const sides = (evaluation: string, counts: readonly number[], method = 'esc'): ComparedSides => ({
  evaluation,
  method,
  base: evaluation,
  baseMethod: 'sc',
  groups: groupsOf(counts),
})

const WITHIN = { within: true, pools: { a: 'p', b: 'p' }, resamples: 200 }

/** McNemar’s exact test by its definition: both tails of a fair coin. */
function mcnemar(won: number, lost: number): number {
  const n = won + lost
  let term = 0.5 ** n
  let tail = 0
  for (let k = 0; k <= Math.min(won, lost); k += 1) {
    tail += term
    term = (term * (n - k)) / (k + 1)
  }
  return Math.min(1, 2 * tail)
}

test('counts add up to the trials, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }), (counts) => {
      const found = pairedCounts(groupsOf(counts))
      const trials = counts.reduce((sum, count) => sum + count, 0)
      if (trials === 0) return expect(found).toBeNull()
      const [both, onlyThis, onlyBase, neither] = counts
      expect(found).toMatchObject({
        trials,
        questions: trials,
        both,
        onlyThis,
        onlyBase,
        neither,
        calls: -2,
        baseCalls: 4,
      })
    }),
  )
})

describe('compared sides', () => {
  test('have the p of McNemar’s exact test, and Holm’s over all of them', () => {
    const all = [sides('a', [50, 12, 3, 10]), sides('b', [20, 4, 4, 2])]
    const { pairs } = compareSides(all, WITHIN)
    expect(pairs.map(({ p }) => p)).toEqual([expect.closeTo(mcnemar(12, 3), 10), expect.closeTo(mcnemar(4, 4), 10)])
    expect(pairs[0]?.holmP).toBeCloseTo(Math.min(1, 2 * mcnemar(12, 3)), 10)
  })

  test('come in the order they were given, whichever are drawn together', () => {
    const all = [sides('a', [5, 1, 1, 1]), sides('b', [9, 1, 1, 1]), sides('c', [5, 1, 1, 1])]
    const { pairs } = compareSides(all, { within: false, pools: {}, resamples: 50 })
    expect(pairs.map(({ evaluation }) => evaluation)).toEqual(['a', 'b', 'c'])
  })

  test('average over evaluations with a bootstrap inside each, every evaluation weighing the same', () => {
    const counts = [
      [60, 20, 5, 15],
      [10, 2, 3, 5],
    ]
    const { averages } = compareSides([sides('a', counts[0] ?? []), sides('b', counts[1] ?? [])], {
      ...WITHIN,
      resamples: 10_000,
    })
    const [average] = averages
    expect(average?.accuracy.value).toBeCloseTo((15 / 100 - 1 / 20) / 2, 12)
    const expected = stratified(counts, 10_000)
    expect(average?.accuracy.low).toBeCloseTo(expected.low, 1)
    expect(Math.abs((average?.accuracy.low ?? 0) - expected.low)).toBeLessThan(0.01)
    expect(Math.abs((average?.accuracy.high ?? 0) - expected.high)).toBeLessThan(0.01)
    expect(average?.calls).toEqual({ value: -2, low: -2, high: -2 })
  })

  test('average only what every evaluation has', () => {
    const all = [sides('a', [5, 1, 1, 1]), sides('b', [5, 1, 1, 1]), sides('b', [5, 1, 1, 1], 'asc')]
    expect(compareSides(all, WITHIN).averages.map(({ method }) => method)).toEqual(['esc'])
  })

  test('average the evaluations of each pool by themselves', () => {
    const all = [sides('a', [5, 3, 1, 1]), sides('b', [5, 1, 1, 3]), sides('c', [5, 1, 3, 1])]
    const { averages } = compareSides(all, { within: true, pools: { a: 'p', b: 'p', c: 'q' }, resamples: 50 })
    expect(averages.map(({ pool, evaluations, accuracy }) => [pool, evaluations, accuracy.value])).toEqual([
      ['p', 2, expect.closeTo(0.1, 12)],
      ['q', 1, expect.closeTo(-0.2, 12)],
    ])
  })
})

/** Draws every stratum’s questions by name and takes percentiles, with one pair won and one lost in each. */
function stratified(counts: readonly (readonly number[])[], resamples: number) {
  const random = seededRandom('by another road')
  const strata = counts.map(([both = 0, won = 0, lost = 0, neither = 0]) => [
    ...Array<number>(won + 1).fill(1),
    ...Array<number>(lost + 1).fill(-1),
    ...Array<number>(both + neither).fill(0),
  ])
  const means = Array.from({ length: resamples }, () => {
    const each = strata.map((questions) => {
      const drawn = questions.map(() => questions[Math.floor(random.next() * questions.length)] ?? 0)
      return drawn.reduce((sum, value) => sum + value, 0) / questions.length
    })
    return each.reduce((sum, value) => sum + value, 0) / each.length
  }).toSorted((a, b) => a - b)
  return { low: means[Math.round(TAIL * resamples)] ?? 0, high: means[Math.round((1 - TAIL) * resamples)] ?? 0 }
}
/** Φ(−√(20 / 19) t), by scipy: the smaller evaluation has 20 questions. */
const TAIL = 0.01588

test('an unpaired difference has Newcombe’s interval', () => {
  // Newcombe 1998, table II, example (a): 56/70 − 48/80 by method 10 is 0.0524 to 0.3339.
  const { value, low, high } = unpairedDifference(share(56, 70), share(48, 80))
  expect([value, low, high].map((each) => each.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339'])
})
