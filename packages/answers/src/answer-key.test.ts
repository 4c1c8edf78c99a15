import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKey, type AnswerKind, gradeAnswer } from './answer-key.js'

function same(kind: AnswerKind, group: readonly string[]): void {
  const keys = group.map((raw) => answerKey(kind, raw))
  expect(new Set(keys), JSON.stringify(keys)).toHaveLength(1)
}

describe('answerKey, mathematics', () => {
  it.each([
    [['5', '5.', '5.0', '+5', '05', '$5$', '\\$5', ' 5 ', '5%', '5\\%', '10/2', '\\text{5}', '\\mathrm{5}']],
    [['1000', '1,000', '1{,}000', '1,\\!000', '1\\,000', '1,000.00']],
    [['11111111100', '11,\\! 111,\\! 111,\\! 100']],
    [
      [
        '0.5',
        '.5',
        '1/2',
        '2/4',
        '\\frac12',
        '\\frac 12',
        '\\frac{1}{2}',
        '\\dfrac{1}{2}',
        '\\tfrac{2}{4}',
        '\\frac1{2}',
      ],
    ],
    [['-1/3', '\\frac{-1}{3}', '-\\frac{1}{3}', '−1/3', '\\frac{1}{-3}', '-2/6']],
    [['90', '90^\\circ', '90^{\\circ}', '90°', '90\\text{ degrees}', '90 \\degree']],
    [['15', '15\\mbox{ cm}^2', '15 \\text{ inches}', '15\\text{ feet}^{3}.', '15\\mathrm{km}']],
    [['0', '-0', '0.0', '-.0', '0/7']],
    [['(3,\\frac{\\pi}{2})', '\\left( 3, \\frac{\\pi}{2} \\right)', '$\\left(3,\\dfrac{\\pi}{2}\\right)$']],
    [['\\text{Evelyn}', 'Evelyn', '\\textbf{ Evelyn }.']],
    [['x^2+\\frac{1}{2}', 'x^2 + \\frac12', 'x^2 + \\tfrac12']],
    [['270/7', '\\frac{270}7\\text{ degrees}']],
  ])('takes %j for one answer', (group) => same('math', group))

  it.each([
    ['1 1/2', '11/2'],
    ['(1,2)', '12'],
    ['1,2', '12'],
    ['100, 200', '100200'],
    ['1,00', '100'],
    ['1,000', '1'],
    ['3\\text{ or }5', '3'],
    ['5\\text{ ft }3\\text{ in}', '5'],
    ['5m', '5'],
    ['x\\text{ cm}', 'x'],
    ['-5', '5'],
    ['1/0', '0'],
    ['0.333', '1/3'],
    ['\\leftarrow', 'arrow'],
    ['\\{1,2\\}', '(1,2)'],
    ['A', 'a'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(answerKey('math', one)).not.toBe(answerKey('math', other))
  })

  it('gives the key of a key itself', () => {
    const piece = fc.constantFrom(
      '1',
      '0',
      '.',
      ',',
      '/',
      '-',
      '+',
      ' ',
      '\\frac',
      '{',
      '}',
      '$',
      'x',
      '\\text{a}',
      '%',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(typeof answerKey('math', pieces.join(''))).toBe('string')
      }),
    )
    const number = fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.integer({ min: 1, max: 10_000 }))
    fc.assert(
      fc.property(number, ([top, bottom]) => {
        const key = answerKey('math', `${top}/${bottom}`)
        expect(answerKey('math', key)).toBe(key)
        expect(answerKey('math', `\\frac{${top * 7}}{${bottom * 7}}`)).toBe(key)
        const [p = NaN, q = 1] = key.split('/').map(Number)
        expect(p / q).toBeCloseTo(top / bottom, 12)
      }),
    )
  })

  it('merges a decimal with its value however it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (whole, thousandths) => {
        const digits = String(thousandths).padStart(3, '0')
        const grouped = String(whole).replaceAll(/\B(?=(\d{3})+$)/gu, ',')
        const key = answerKey('math', `${whole}.${digits}`)
        expect(answerKey('math', `${grouped}.${digits}00`)).toBe(key)
        expect(answerKey('math', `00${whole}.${digits}`)).toBe(key)
        expect(answerKey('math', `${whole * 1000 + thousandths}/1000`)).toBe(key)
      }),
    )
  })
})

describe('answerKey, other kinds', () => {
  it('reads a choice as its letter', () => {
    same('choice', ['B', 'b', '(B)', 'B.', 'B) because', '\\text{(B)}', ' $B$ ', 'B: the second'])
    expect(answerKey('choice', 'A')).toBe('A')
    expect(answerKey('choice', 'Apples')).toBe('apples')
  })

  it('reads a date as YYYY-MM-DD', () => {
    for (const raw of ['05/03/2021', '5/3/2021', '2021-05-03', '2021/5/3', 'May 3, 2021', 'may 3rd 2021']) {
      expect(answerKey('date', raw)).toBe('2021-05-03')
    }
    for (const raw of ['3 May 2021', '3rd of May, 2021', '\\text{05/03/2021}', 'May 3, 2021.', ' $05/03/2021$ ']) {
      expect(answerKey('date', raw)).toBe('2021-05-03')
    }
    expect(answerKey('date', 'Sept. 30, 1999')).toBe('1999-09-30')
    expect(answerKey('date', '02/29/2020')).toBe('2020-02-29')
    expect(answerKey('date', '02/29/2100')).toBe('02/29/2100')
    expect(answerKey('date', '13/01/2021')).toBe('13/01/2021')
    expect(answerKey('date', 'marble 1, 2021')).toBe('marble 1, 2021')
  })

  it('reads text without its case, quotes and spacing', () => {
    same('text', ['The  Sun', '"the sun"', 'the\nsun.', '\\text{The Sun}', '“the sun.”'])
    expect(answerKey('text', 'caf\u0065\u0301')).toBe('café')
    expect(answerKey('text', 'a\u0000b')).toBe('a b')
    expect(answerKey('text', '\uD800')).toBe('\uFFFD')
  })

  it('grades by equality', () => {
    expect(gradeAnswer(answerKey('math', '\\frac12'), answerKey('math', '0.5'))).toBe(true)
    expect(gradeAnswer('1', '2')).toBe(false)
  })
})
