import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerKind } from '../../schemas/benchmark.js'
import { answerKey } from '../answer-key.js'

interface Pair {
  readonly kind: AnswerKind
  readonly one: string
  readonly other: string
}

type KeyOf = (kind: AnswerKind, raw: string) => string

const MERGE = readPairs('merge.tsv')
const KEEP_APART = readPairs('keep-apart.tsv')

function readPairs(file: string): Pair[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [kind, one = '', other = '', ...rest] = line.split('\t')
    if (rest.length > 0 || other === '') throw new Error(`${file}: ${line}`)
    return { kind: AnswerKind.parse(kind), one, other }
  })
}

function same(one: string, other: string): boolean {
  return answerKey('math', one) === answerKey('math', other)
}

function failures(pairs: readonly Pair[], keyOf: KeyOf, merged: boolean): string[] {
  return pairs
    .filter(({ kind, one, other }) => (keyOf(kind, one) === keyOf(kind, other)) !== merged)
    .map(({ kind, one, other }) => `${kind}: ${one} is ${keyOf(kind, one)}, ${other} is ${keyOf(kind, other)}`)
}

describe('written pairs of answers', () => {
  it('are at least 300 that merge and 300 that stay apart, each written once', () => {
    for (const pairs of [MERGE, KEEP_APART]) {
      expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(pairs.length)
      expect(pairs.length).toBeGreaterThanOrEqual(300)
    }
  })

  it('merge where they are one answer', () => expect(failures(MERGE, answerKey, true)).toEqual([]))

  it('stay apart where they are two', () => expect(failures(KEEP_APART, answerKey, false)).toEqual([]))

  it.each<[string, KeyOf]>([
    ['the text itself', (_, raw) => raw],
    ['the text in lower case', (_, raw) => raw.toLowerCase()],
  ])('are more than %s could tell', (_, keyOf) => {
    expect(failures(MERGE, keyOf, true).length).toBeGreaterThan(250)
  })

  it('are told apart by more than the text in lower case', () => {
    expect(failures(KEEP_APART, (_, raw) => raw.toLowerCase(), false).length).toBeGreaterThan(0)
  })

  it('have keys that are their own keys', () => {
    for (const { kind, one, other } of [...MERGE, ...KEEP_APART]) {
      for (const raw of [one, other]) {
        const key = answerKey(kind, raw)
        expect(answerKey(kind, key), raw).toBe(key)
      }
    }
  })
})

describe('merging', () => {
  const pieces = [
    '1',
    '2',
    '0.5',
    '\\frac12',
    'x',
    'y',
    '+',
    '-',
    '*',
    '/',
    '^',
    '(',
    ')',
    ',',
    '\\sqrt{2}',
    '\\pi',
    ' ',
    '=',
    '<',
    '\\pm',
    '{',
    '}',
    '\\text{or}',
    '\\{',
    '\\}',
    'i',
    '%',
  ]
  const written = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
  const spelled = fc.constantFrom(
    ...MERGE.filter(({ kind }) => kind === 'math').flatMap(({ one, other }) => [one, other]),
  )
  const answer = fc.oneof(written, spelled)

  it('is reflexive, symmetric and transitive, and a key stands for its class', () => {
    fc.assert(
      fc.property(answer, answer, answer, (a, b, c) => {
        expect(same(a, a)).toBe(true)
        expect(same(a, b)).toBe(same(b, a))
        if (same(a, b) && same(b, c)) expect(same(a, c)).toBe(true)
        expect(same(a, answerKey('math', a))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('agrees with arithmetic on sums, products and powers of fractions', () => {
    const number = fc.integer({ min: -12, max: 12 })
    const four = fc.tuple(number, number, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(four, ([a, b, c, n]) => {
        const value = ((a + b) / c) ** n * a
        const keyed = answerKey('math', `\\left(\\frac{${a}+(${b})}{${c}}\\right)^{${n}} \\cdot (${a})`)
        const [top = NaN, bottom = 1] = keyed.split('/').map(Number)
        expect(top / bottom).toBeCloseTo(value, 9)
      }),
    )
  })

  it('does not see how a sum or a product is ordered', () => {
    const term = fc.constantFrom('x', '2y', '3', '\\sqrt{2}', 'x^2', '\\pi', '\\frac{x}{2}', '(x+1)(y+2)', '\\sin(x)')
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['x', '2y', '3', '\\sqrt{2}', 'x^2', '\\pi', '\\frac{x}{2}', '(x+1)(y+2)']),
        term,
        (terms, extra) => {
          const all = [...terms, extra]
          expect(answerKey('math', all.join('+'))).toBe(answerKey('math', all.toReversed().join('+')))
          const factors = all.map((each) => `(${each})`)
          expect(answerKey('math', factors.join(''))).toBe(answerKey('math', factors.toReversed().join('\\cdot ')))
        },
      ),
    )
  })
})
