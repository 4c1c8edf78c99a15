import { expect, it } from 'vitest'
import { tokensShort, tokensToEnd } from './tokens-short.js'

it('says what a call may use and what remains, only if it does not fit', () => {
  expect(tokensShort(5265, 3000)).toBe('one call may use up to 5,265 tokens; 3,000 remain today')
  expect(tokensShort(5265, -12)).toBe('one call may use up to 5,265 tokens; 0 remain today')
  expect([tokensShort(5265, 5265), tokensShort(5265, null)]).toEqual([null, null])
})

it('counts the last call at what it reserves, and those before it at what they take', () => {
  expect(tokensToEnd({ calls: 1, tokens: 300 }, 5265)).toBe(5265)
  expect(tokensToEnd({ calls: 80, tokens: 24_000 }, 5265)).toBe(23_700 + 5265)
  expect(tokensToEnd({ calls: 0, tokens: 0 }, 5265)).toBe(0)
})
