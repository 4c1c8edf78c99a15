import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerKey } from '../answer-key.js'

function key(text: string): string {
  return answerKey('math', text)
}

describe('a key of mathematics', () => {
  it('agrees with arithmetic on sums, products and powers of fractions', () => {
    const number = fc.integer({ min: -12, max: 12 })
    const four = fc.tuple(number, number, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 3 }))
    fc.assert(
      fc.property(four, ([a, b, c, n]) => {
        const written = `\\left(\\frac{${a}+(${b})}{${c}}\\right)^{${n}} \\cdot (${a})`
        expect(key(written), written).toBe(key(`${(a + b) ** n * a}/${c ** n}`))
        expect(key(written), written).not.toBe(key(`${(a + b) ** n * a + 1}/${c ** n}`))
      }),
    )
  })

  it('agrees with arithmetic on sums of terms that have a name', () => {
    const terms = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.constantFrom('x', 'y', 'x^2', 'xy')), {
      minLength: 1,
      maxLength: 6,
    })
    fc.assert(
      fc.property(terms, (some) => {
        const totals = new Map<string, number>()
        for (const [count, name] of some) totals.set(name, (totals.get(name) ?? 0) + count)
        const written = some.map(([count, name]) => `(${count})${name}`).join('+')
        const collected = [...totals].map(([name, count]) => `(${count})${name}`).join('+')
        expect(key(written), written).toBe(key(collected))
        expect(key(`${written}+1`), written).not.toBe(key(collected))
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
          expect(key(all.join('+'))).toBe(key(all.toReversed().join('+')))
          const factors = all.map((each) => `(${each})`)
          expect(key(factors.join(''))).toBe(key(factors.toReversed().join('\\cdot ')))
        },
      ),
    )
  })

  it('is that of a product multiplied out', () => {
    const number = fc.integer({ min: -9, max: 9 })
    fc.assert(
      fc.property(fc.tuple(number, number, number, number), ([a, b, c, d]) => {
        const product = `(${a}x+(${b}))(${c}x+(${d}))`
        const expanded = `(${a * c})x^2+(${a * d + b * c})x+(${b * d})`
        expect(key(product), product).toBe(key(expanded))
        expect(key(product), product).not.toBe(key(`${expanded}+x`))
      }),
      { numRuns: 1000 },
    )
  })
})
