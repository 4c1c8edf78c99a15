import { expect, it } from 'vitest'
import { otherScore } from './decide.js'
import { parseMethodSpec } from './parse-method-spec.js'

const votes = ['A', 'A', 'B'].map((answer) => ({ answer, confidences: { 'lns-arith': 0.6 } }))

function scoreOf(text: string): number | null {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return otherScore(parsed.spec, votes)
}

it('is what is left of the posterior for answers nobody gave, and nothing where there is no posterior', () => {
  // Two answers seen and one not: products of .6 where a vote is the candidate's, else of (1 − .6) / 2.
  const [a, b, other] = [0.6 * 0.6 * 0.2, 0.2 * 0.2 * 0.6, 0.2 * 0.2 * 0.2]
  expect(scoreOf('cges:confidence=lns-arith,gamma=0.99')).toBeCloseTo(other / (a + b + other), 12)
  expect(scoreOf('cges:confidence=lns-arith,gamma=0.99,support=2')).toBe(0)
  expect(scoreOf('sc')).toBeNull()
})
