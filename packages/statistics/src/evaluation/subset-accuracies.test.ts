import { plurality, seededRandom } from '@cges-fleet/methods'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AnswerCounts, majorityAt, passAt } from './subset-accuracies.js'

const never = (): number => Number.NaN

/** The answers of all samples: 0 right, 1, 2, … wrong, null none. */
function samplesOf({ right, wrong, none }: AnswerCounts): (number | null)[] {
  return [
    ...[right, ...wrong].flatMap((count, answer) => Array<number>(count).fill(answer)),
    ...Array<null>(none).fill(null),
  ]
}

/** Every ordered draw of k samples without replacement. */
function* draws(samples: readonly (number | null)[], k: number): Generator<(number | null)[]> {
  if (k === 0) yield []
  else
    for (const [at, first] of samples.entries())
      for (const rest of draws(samples.toSpliced(at, 1), k - 1)) yield [first, ...rest]
}

/** The share of ordered draws whose vote, by the rule every method uses, is right. */
function enumerated(k: number, counts: AnswerCounts): number {
  let right = 0
  let all = 0
  for (const draw of draws(samplesOf(counts), k)) {
    const votes = new Map<string, number>()
    for (const answer of draw) if (answer !== null) votes.set(`${answer}`, (votes.get(`${answer}`) ?? 0) + 1)
    all += 1
    if (plurality(votes)?.answer === '0') right += 1
  }
  return right / all
}

const counts = fc
  .record({
    right: fc.integer({ min: 0, max: 3 }),
    wrong: fc.array(fc.integer({ min: 1, max: 2 }), { maxLength: 2 }),
    none: fc.integer({ min: 0, max: 2 }),
  })
  .filter((each) => samplesOf(each).length > 0 && samplesOf(each).length <= 7)

it('is the share of all ordered draws that the vote of all methods gets right', () => {
  fc.assert(
    fc.property(counts, fc.nat(), (each, pick) => {
      const k = 1 + (pick % samplesOf(each).length)
      expect(majorityAt(k, each, never).value).toBeCloseTo(enumerated(k, each), 12)
    }),
    { numRuns: 60 },
  )
})

it.each([
  ['one sample is its accuracy', 1, { right: 3, wrong: [4, 1], none: 2 }, 0.3],
  ['a tie of all samples is shared', 4, { right: 2, wrong: [2], none: 0 }, 0.5],
  ['three level answers share in three', 6, { right: 2, wrong: [2, 2], none: 0 }, 1 / 3],
  ['samples without an answer do not vote', 5, { right: 1, wrong: [], none: 4 }, 1],
  ['nothing right is never right', 2, { right: 0, wrong: [3], none: 0 }, 0],
])('%s', (...[, k, each, expected]) => {
  expect(majorityAt(k, each, never)).toEqual({ value: expect.closeTo(expected, 12), error: 0 })
})

it('draws subsets where there are too many to count, and says how far off that may be', () => {
  const many = { right: 60, wrong: [50, 10], none: 5 }
  const { value, error } = majorityAt(1, many, seededRandom('majority').next)
  expect(error).toBeGreaterThan(0.02)
  expect(Math.abs(value - 60 / 125)).toBeLessThan(4 * error)
  expect(majorityAt(125, many, seededRandom('majority').next)).toEqual({ value: 1, error: 0 })
})

it('lies between every sample right and any sample right where wrong answers agree', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 20 }), fc.nat(), (right, wrong, pick) => {
      const k = 1 + (pick % (right + wrong))
      const { any, all } = passAt(k, right, right + wrong)
      const { value } = majorityAt(k, { right, wrong: wrong === 0 ? [] : [wrong], none: 0 }, never)
      expect(value).toBeGreaterThanOrEqual(all - 1e-12)
      expect(value).toBeLessThanOrEqual(any + 1e-12)
    }),
  )
})
