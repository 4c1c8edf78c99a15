import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadReference, tiny } from './testing/reference.js'
import { chatPrompt } from './tokenizer.js'

const { tokenizer } = tiny

test('any text comes back whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokenizer.decode(tokenizer.encode(text))).toBe(text)
    }),
  )
})

test('the chat template is the one of tokenizer_config.json', () => {
  const conversation = chatPrompt([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'A counter modulo 10 shows 6. Pia +6, Leo -9, Hugo x3. What does it show last?' },
    { role: 'assistant', content: '\\boxed{9}' },
    { role: 'user', content: 'Again?' },
  ])
  expect(loadReference().map(({ text }) => text)).toContain(conversation)
})

test('no token is longer than the longest', () => {
  const longest = Array.from({ length: 512 }, (_, id) => tokenizer.bytes(id)?.length ?? 0)
  expect(tokenizer.longestToken).toBe(Math.max(...longest))
})

test('a long word takes time in proportion to its length', () => {
  const text = 'counter'.repeat(10_000)
  expect(tokenizer.decode(tokenizer.encode(text))).toBe(text)
})
