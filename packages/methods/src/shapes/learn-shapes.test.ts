import { expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.js'
import { groupAnswers, learnShapes } from './learn-shapes.js'
import { shapeEvidence, type ShapePrior } from './shape-model.js'

const random = seededRandom('history')

/** A question's answers by an urn that starts with `alpha` for each answer. */
function drawn(answers: number, alpha: number, votes: number): string[] {
  const counts = Array.from({ length: answers }, () => alpha)
  return Array.from({ length: votes }, () => {
    let left = random.next() * counts.reduce((sum, each) => sum + each, 0)
    const at = counts.findIndex((each) => (left -= each) <= 0)
    const place = at < 0 ? answers - 1 : at
    counts[place] = (counts[place] ?? 0) + 1
    return `answer ${place}`
  })
}

function historyOf({ answers, easy, hard, share }: ShapePrior, questions: number): string[][] {
  return Array.from({ length: questions }, () => drawn(answers, random.next() < share ? easy : hard, random.int(4, 16)))
}

const evidence = (prior: ShapePrior, history: readonly (readonly string[])[]) =>
  history.reduce((sum, each) => sum + shapeEvidence(prior, groupAnswers(each)), 0)

it.each<ShapePrior>([
  { answers: 4, easy: 0.05, hard: 1.5, share: 0.7 },
  { answers: 10, easy: 0.1, hard: 0.6, share: 0.3 },
])('finds the prior that drew a history, $answers answers', (truth) => {
  const learned = learnShapes(historyOf(truth, 600))
  const held = historyOf(truth, 500)
  // What is lost on other questions by not knowing it, in nats a question.
  expect((evidence(truth, held) - evidence(learned, held)) / held.length).toBeLessThan(0.01)
  expect(learned.easy).toBeLessThan(learned.hard)
  expect(learned.answers).toBeGreaterThanOrEqual(truth.answers)
})

it('does not depend on the order of questions or answers, nor on what answers are called', () => {
  const history = historyOf({ answers: 4, easy: 0.1, hard: 1, share: 0.5 }, 60)
  const other = history.toReversed().map((each) => each.toReversed().map((answer) => `so-called ${answer}`))
  const learned = learnShapes(history)
  expect(learnShapes(other)).toEqual(learned)
  expect(learnShapes(history.map((each) => [null, ...each, null]))).toEqual(learned)
})

it('stays within what a method takes where all questions are alike, and refuses what tells nothing', () => {
  const same = learnShapes(Array.from({ length: 500 }, () => Array.from({ length: 16 }, () => 'A')))
  expect(same.easy).toBeGreaterThan(0)
  expect(same.share).toBeLessThan(1)
  expect(() => learnShapes([['A'], ['A', null], []])).toThrow(/two questions at least/)
})
