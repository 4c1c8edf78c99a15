import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utf8Length } from './utf8-length.js'

it('counts the bytes that a text has as UTF-8, halves of pairs among it', () => {
  const unit = fc.constantFrom('a', 'ü', '漢', '😀', '\ud83d', '\ude00', '\uffff', '\u0000')
  fc.assert(
    fc.property(fc.array(fc.oneof(unit, fc.string({ unit: 'grapheme' }))), (parts) => {
      const text = parts.join('')
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length)
    }),
  )
})
