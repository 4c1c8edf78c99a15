import { expect, test } from 'vitest'
import { tokenize } from './tokenizer.js'

test.each([
  '',
  'Step 1: the answer is \\boxed{2024-03-05}.\n\nDone  twice\t.',
  'naïve Ünïcode 漢字 😀 “quotes” – e\u0301 \u200B \uD800',
])('the tokens of %j spell it', (text) => {
  const tokens = tokenize(text)
  expect(tokens.map((token) => token.text).join('')).toBe(text)
  expect(tokenize(text)).toEqual(tokens)
  expect(tokens.every(({ id }) => Number.isInteger(id) && id >= 256 && id < 151_000)).toBe(true)
})
