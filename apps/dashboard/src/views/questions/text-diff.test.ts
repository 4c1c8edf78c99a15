import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffTexts } from './text-diff'

const words = fc.array(fc.constantFrom('so', 'the', 'answer', '7', ' ', '\n', '  ', 'é', '\u202e', '🙂'), {
  maxLength: 60,
})
const text = words.map((each) => each.join(''))

function sideOf(difference: ReturnType<typeof diffTexts>, side: 'first' | 'second'): string {
  return (difference?.pieces ?? [])
    .filter((piece) => piece.of === 'both' || piece.of === side)
    .map((piece) => piece.text)
    .join('')
}

it('gives both texts back, whatever they are', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const difference = diffTexts(first, second)
      expect(sideOf(difference, 'first')).toBe(first)
      expect(sideOf(difference, 'second')).toBe(second)
    }),
  )
})

it('finds the one word that differs', () => {
  const { by, pieces } = diffTexts('So the answer is 7.', 'So the answer is 8.') ?? { by: null, pieces: [] }
  expect(by).toBe('words')
  expect(pieces.filter(({ of }) => of !== 'both')).toEqual([
    { text: '7', of: 'first' },
    { text: '8', of: 'second' },
  ])
})

it('compares lines where words have nothing to do with each other, and no more than 16,000 characters', () => {
  const difference = diffTexts(`alike\n${long('a')}`, `alike\n${long('b')}`)
  expect(difference?.by).toBe('lines')
  expect(difference?.pieces[0]).toEqual({ text: 'alike\n', of: 'both' })
  expect(sideOf(difference, 'first').length).toBe(16_000)
})

function long(word: string): string {
  return Array.from({ length: 9_000 }, (_, at) => `${word}${at}${at % 20 === 0 ? '\n' : ' '}`).join('')
}
