import { parseMethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { stopWords } from './outcome-words'

const CGES = 'cges:confidence=lns-arith,gamma=0.99@16'

it.each([
  [CGES, ['threshold', 4, 0.9934], 'Its answer’s probability was 0.993, at least γ = 0.99, after 4 of 16 calls.'],
  ['asc-beta@16', ['threshold', 5, 0.96], 'Its score was 0.960, at least its threshold, after 5 of 16 calls.'],
  [CGES, ['budget', 16, 0.38], 'Never confident enough: its answer led with 0.380 after 16 of 16 calls.'],
  ['asc-beta@8', ['budget', 8, null], 'No answer led after 8 of 8 calls.'],
  ['sc@1', ['budget', 1, 1], 'It always takes 1 call.'],
  ['esc:window=4@16', ['window', 4, 0.25], 'A whole window gave one answer, after 4 of 16 calls.'],
  ['sc@4', [null, 4, 1], 'Not known.'],
] as const)('says of %s why it stopped', (method, [reason, calls, score], words) => {
  const parsed = parseMethodSpec(method, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  expect(stopWords({ reason, calls, score }, parsed.spec)).toBe(words)
})
