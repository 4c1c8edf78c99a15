import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, scorePath } from './decide.js'
import type { TrialMethodSpec } from './method-spec.js'
import type { Vote } from './votes.js'

const budget = 12
const SPECS: readonly TrialMethodSpec[] = [
  { method: 'sc', budget },
  { method: 'esc', window: 3, answerFrom: 'plurality', budget },
  { method: 'asc-beta', threshold: 0.95, budget },
  { method: 'asc-dirichlet', threshold: 0.8, budget },
  { method: 'cges', confidence: 'lns-arith', gamma: 0.9, minSamples: 2, support: 'dynamic', otherStops: false, budget },
  {
    method: 'cges',
    confidence: 'lns-arith',
    gamma: 0.99,
    minSamples: 1,
    support: { fixed: 5 },
    otherStops: false,
    budget,
  },
  { method: 'cite-weighted', confidence: 'lns-arith', alpha: 0.5, budget },
  { method: 'beacon', confidence: 'lns-arith', cost: 0.05, budget },
]

const votes = fc.array(
  fc.record({
    answer: fc.constantFrom('a', 'b', 'c', null),
    confidence: fc.double({ min: 0.05, max: 0.99, noNaN: true }),
  }),
  { minLength: 1, maxLength: 16 },
)

test.each(SPECS)('the path of %j passes through its decision, and where it stands before it', (spec) => {
  fc.assert(
    fc.property(votes, (drawn) => {
      const all: Vote[] = drawn.map(({ answer, confidence }) => ({ answer, confidences: { 'lns-arith': confidence } }))
      const path = scorePath(spec, all, ['a', 'b', 'c'])
      expect(path).toHaveLength(all.length)
      for (let read = 1; read <= all.length; read += 1) {
        const decision = decide(spec, all.slice(0, read))
        const step = path[(decision.state === 'stopped' ? decision.calls : read) - 1]
        const leader = decision.state === 'stopped' ? decision.answer : decision.leader
        expect([step?.leader, step?.score]).toEqual([leader, decision.score])
      }
    }),
  )
})

test('the scores of the answers are shares of the votes, and of CGES posteriors that leave room for the unseen', () => {
  const all: Vote[] = ['a', null, 'b', 'a'].map((answer) => ({ answer, confidences: { 'lns-arith': 0.8 } }))
  const [sc, , , , cges] = SPECS
  if (sc === undefined || cges === undefined) throw new Error('no specs')
  expect(scorePath(sc, all, ['a', 'b']).map(({ scores }) => scores)).toEqual([
    [1, 0],
    [1, 0],
    [0.5, 0.5],
    [2 / 3, 1 / 3],
  ])
  const last = scorePath(cges, all, ['a', 'b', 'unseen']).at(-1)
  expect(last?.scores[0]).toBe(last?.score)
  expect(last?.scores.reduce((sum, each) => sum + each, 0)).toBeLessThan(1)
  expect(last?.scores[2]).toBe(0)
})
