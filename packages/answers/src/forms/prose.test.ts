import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAnswer } from '../find-answer.js'
import { PROSE } from './prose.js'

const LETTERS = 'ABCDEFGHIJ'
const letter = fc.constantFrom(...LETTERS)

/** Sentences of one language with random letters in their places. */
function proseOf(sentences: readonly string[], most: number): fc.Arbitrary<string> {
  const sentence = fc.tuple(fc.constantFrom(...sentences), fc.infiniteStream(letter)).map(([form, letters]) =>
    form.replaceAll(/\{[Xx]\}/gu, (place) => {
      const next = letters.next().value ?? 'B'
      return place === '{X}' ? next : next.toLowerCase()
    }),
  )
  return fc.array(sentence, { minLength: 1, maxLength: most }).map((several) => several.join(' '))
}

describe('prose that chooses nothing', () => {
  it.each(Object.entries(PROSE))('%s: gives no letter', (_, sentences) => {
    fc.assert(
      fc.property(proseOf(sentences, 6), fc.constantFrom(2, 4, 5, 10, 26), (text, choices) => {
        expect(findAnswer('choice', text, choices)).toBeNull()
      }),
      { numRuns: 600 },
    )
  })

  it('does not hide a statement, nor change it', () => {
    const all = Object.values(PROSE).flat()
    const stated = fc.constantFrom(
      'The answer is ({X}).',
      'Antwort: {X}',
      '정답은 {X}입니다.',
      '答案：{X}',
      '答えは{X}です。',
      'الإجابة: {X}',
    )
    fc.assert(
      fc.property(proseOf(all, 4), stated, letter, (text, form, chosen) => {
        const response = `${text}\n${form.replaceAll('{X}', chosen)}`
        expect(findAnswer('choice', response, 10)?.answer).toBe(chosen)
      }),
    )
  })

  it('never takes time or throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 2, max: 26 }), (text, choices) => {
        const read = findAnswer('choice', text, choices)
        if (read !== null) expect(read.answer.charCodeAt(0) - 'A'.charCodeAt(0)).toBeLessThan(choices)
      }),
    )
  })
})
