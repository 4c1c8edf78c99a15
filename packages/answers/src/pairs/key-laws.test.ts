import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKey, AnswerKind } from '../answer-key.js'
import { AnswerPair } from './pair-figures.js'

/** Pieces of answers, one between two spaces; `_` stands for a space. */
const PIECES =
  String.raw`1 2 12 0.5 \frac12 \frac{1}{2} 1,000 1_000 x y i e n \pi π \infty ∞ + - − * \cdot_ \times_ / ^ \_ ! ( ) [ ]
  { } \{ \} | \pm_ , ; : . = < > \le_ \ge_ \ne_ \in_ \cup_ \sqrt{2} \sqrt \sin_ \ln_ \text{or} _or_ _and_ \text{_cm} _cm _apples
  % \% $ \$ ^\circ ° \left( \right) three twenty-one hundred A (B) Option_ answer:_ \boxed{ \text{ " ** May_1,_2021 5/1/21 2021-05-01
  05.01.2021 Saturday,_ the_ Yes \begin{pmatrix} \end{pmatrix} & \\ \overline{3} \ \log_2_3 \binom52 \lfloor_ \rfloor_ \over_ 1e-3
  \! \, ~ ' ½ ² ٣ “ ” x_ 3:30 _pm 52_8 \text{-} remainder 10-20 5_-_3 0x`
    .split(/\s+/u)
    .map((piece) => piece.replaceAll('_', ' '))
    .concat('_', '_1', '_{8}', '\u00a0', '\n', '\t')

const WRAPPERS = [
  '$#$',
  '$$#$$',
  '\\(#\\)',
  '\\[#\\]',
  '\\boxed{#}',
  '$\\boxed{#}$',
  ' # ',
  '\n#\n',
  '\\( # \\)',
  '\\boxed{ # }',
]

const pairs = readFileSync(new URL('pairs.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => AnswerPair.parse(JSON.parse(line)))
const texts = pairs.flatMap(({ a, b }) => [a, b])
const garbage = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 }).map((parts) => parts.join(''))
const written = fc.constantFrom(...texts)
const cut = fc.tuple(written, fc.nat(40)).map(([text, length]) => text.slice(0, length + 1))
const joined = fc.tuple(written, garbage).map((parts) => parts.join(''))
const anything = fc.oneof(garbage, garbage, cut, joined)

describe.each(AnswerKind.options)('a key of kind %s', (kind) => {
  it('is its own key, whatever the text', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = answerKey(kind, text)
        expect(answerKey(kind, once), text).toBe(once)
      }),
      { numRuns: 6000 },
    )
  })

  it('is its own key for every answer of the pairs', () => {
    const keys = [...new Set(texts)].map((text) => answerKey(kind, text))
    expect(keys.filter((key) => answerKey(kind, key) !== key)).toEqual([])
  })

  it('does not depend on what was keyed before', () => {
    fc.assert(
      fc.property(anything, anything, (text, other) => {
        const before = answerKey(kind, text)
        answerKey(kind, other)
        expect(answerKey(kind, text)).toBe(before)
      }),
    )
  })
})

describe('an answer in a wrapper', () => {
  it.each<[AnswerKind, RegExp, string[]]>([
    // Text with a dollar sign of its own means something else between two more.
    ['math', /^(?!.*(\$|\\boxed|\\\(|\\\[|^ )).*\S$/su, WRAPPERS],
    ['choice', /^[a-z]$/iu, [...WRAPPERS, '\\text{#}', '**#**', '"#"', '#.', '(#)']],
    ['date', /^[a-z0-9][a-z0-9 ,/-]*[0-9]$/iu, [...WRAPPERS, '\\text{#}', '**#**', '"#"', '“#”', '#.']],
    [
      'text',
      /^[a-z0-9][a-z0-9 ,/-]*[a-z0-9]$/iu,
      ['\\boxed{#}', ' # ', '\n#\n', '\\text{#}', '**#**', '"#"', '“#”', '#.'],
    ],
  ])('has the same key in kind %s', (kind, fits, shapes) => {
    const answers = pairs.filter((pair) => pair.kind === kind).flatMap(({ a, b }) => [a, b])
    const bare = [...new Set(answers)].filter((text) => fits.test(text))
    expect(bare.length).toBeGreaterThan(5)
    const wrong = bare.flatMap((text) => {
      const key = answerKey(kind, text)
      const within = (shape: string) => shape.replace('#', () => text)
      return shapes.map(within).filter((wrapped) => answerKey(kind, wrapped) !== key)
    })
    expect(wrong).toEqual([])
  })
})
