import { expect, it } from 'vitest'
import { methodReport, type MethodTotals } from './method-report.js'

it('final: tells tokens per question, unless those of one are not known', () => {
  const byCalls = [
    { calls: 4, resolved: 3, correct: 2, tokens: 300 },
    { calls: 8, resolved: 1, correct: 0, tokens: 500 },
  ]
  const ended = { trials: 4, started: 4, blocked: 0, byCalls, openByDepth: [], leading: 0, leadingCorrect: 0 }
  const tokensOf = (changes: Partial<MethodTotals>) =>
    methodReport({ method: 'asc-beta', threshold: 0.95, budget: 8 }, { ...ended, ...changes }).tokens
  expect(tokensOf({})).toBe(200)
  expect(tokensOf({ byCalls: byCalls.map((each, at) => (at === 0 ? each : { ...each, tokens: null })) })).toBeNull()
  expect(tokensOf({ byCalls: [] })).toBeNull()
  // What is resolved so far is cheaper than what is not.
  expect(tokensOf({ trials: 5, openByDepth: [{ depth: 6, trials: 1 }] })).toBeNull()
})
