import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { type SplitCounts, splitShift } from './split-shift.js'

const random = seededRandom('shift of a split')

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
      const order = random.shuffle(Array.from({ length: of }, (_, at) => at < yes))
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
      Array.from({ length: of }, () => random.next() < share + shift).filter(Boolean).length
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
      const share = random.next()
      const yes = (of: number) => Array.from({ length: of }, () => random.next() < share).filter(Boolean).length
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
