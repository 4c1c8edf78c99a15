import { expect, it } from 'vitest'
import { isTrialMethod, parseMethodSpec, ruleOf, sequentialTokens, tokensUsed, type TrialMethodSpec } from './index.js'

function specOf(text: string): TrialMethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
  return parsed.spec
}

const votes = [5, 9, 2, 8, 1, 7].map((tokens) => ({ answer: 'a', confidences: {}, tokens }))

it.each([
  // The six are drawn at once.
  ['sc@6', 6, 9],
  // 9 of the first three, 8 of the others.
  ['esc:window=3@6', 6, 17],
  ['esc:window=4@6', 6, 16],
  ['asc-beta@6', 4, 24],
])('%s waits for the longest sample of each round', (method, calls, tokens) => {
  const spec = specOf(method)
  expect(sequentialTokens(spec, votes, calls, (made) => ruleOf(spec).rounds(spec, made))).toBe(tokens)
})

it('does not know what one call did not tell', () => {
  const spec = specOf('sc@6')
  const untold = [...votes, { answer: 'a', confidences: {} }]
  expect(sequentialTokens(spec, untold, 7, () => 1)).toBeNull()
  expect(tokensUsed(spec, untold)).toBeNull()
  expect(tokensUsed(spec, untold, 6)).toBe(32)
})
