import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mathKey } from '../math-key.js'

const FUNCTIONS = ['sin', 'cos', 'tan', 'sec', 'sinh', 'cosh', 'tanh', 'arcsin', 'arctan', 'ln', 'log', 'exp', 'sqrt']
const RAISED = ['e^', '2^', '10^', 'i^', 'x^', '(1+i)^', '1/']
const VALUES = ['i', 'x', '2i', '(3+4i)', '10^{9}', '10^{99}', '10^{40}i', '0.0001', '\\pi', 'e^{e^{e^{3}}}', '-5']
/** Far above what any takes, far below what one without a bound does. */
const LONGEST_MS = 5000

const { whole: EXPRESSIONS } = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc.oneof(
    { maxDepth: 6, depthSize: 'max' },
    fc.constantFrom(...VALUES),
    fc.tuple(fc.constantFrom(...FUNCTIONS), tie('whole')).map(([name, inner]) => `\\${name} {${inner}}`),
    fc.tuple(fc.constantFrom(...RAISED), tie('whole')).map(([base, inner]) => `${base}{${inner}}`),
    fc.tuple(tie('whole'), fc.constantFrom('+', '-', '/'), tie('whole')).map(([a, sign, b]) => `(${a})${sign}{${b}}`),
  ),
}))

function keyed(text: string): { readonly key: string; readonly cpuMs: number } {
  const before = process.cpuUsage()
  const key = mathKey(text)
  return { key, cpuMs: process.cpuUsage(before).user / 1000 }
}

describe('functions of numbers of every size', () => {
  it.each(FUNCTIONS.filter((name) => name !== 'sqrt'))(
    '%s of itself, of i, over and over, takes bounded time',
    (name) => {
      for (const times of [3, 6, 12, 40]) expect(keyed(`${name} `.repeat(times) + 'si').cpuMs).toBeLessThan(LONGEST_MS)
    },
  )

  it('any of any take bounded time and have a key', () => {
    fc.assert(
      fc.property(EXPRESSIONS, (text) => {
        const { key, cpuMs } = keyed(text)
        return key !== '' && cpuMs < LONGEST_MS
      }),
      { seed: 11, numRuns: 200 },
    )
  })

  it('have the values that mathematics gives them', () => {
    expect(mathKey('\\cos(i)')).toBe(mathKey('\\cosh(1)'))
    expect(mathKey('\\sin(3i)')).toBe(mathKey('i\\sinh(3)'))
    expect(mathKey('\\sin(0.01i)')).toBe(mathKey('i\\sinh(0.01)'))
    expect(mathKey('\\cos(2+i)')).toBe(mathKey('\\cos 2\\cosh 1-i\\sin 2\\sinh 1'))
  })

  it('of which a root is nothing keep it as it is written', () => {
    expect(mathKey('\\arcsin {\\sqrt{\\tan {\\pi}}}')).not.toBe('')
  })
})
