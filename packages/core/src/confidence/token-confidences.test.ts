import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tokenConfidences } from './token-confidences.js'

const logprob = z.union([z.number(), z.literal('-Infinity').transform(() => -Infinity)])
const value = z.object({ confidence: z.number() })
const golden = z
  .object({
    signals: z.array(
      z.object({
        name: z.string(),
        logprobs: z.array(logprob),
        expected: z.object({ lnsArith: value, lnsGeom: value }).nullable(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

describe('tokenConfidences', () => {
  it.each(golden.signals)('agrees with the golden vector $name', ({ logprobs, expected }) => {
    const confidences = tokenConfidences(logprobs)
    if (expected === null || confidences === null) {
      expect(confidences).toBe(expected)
      return
    }
    expect(Math.abs(confidences['lns-arith'] - expected.lnsArith.confidence)).toBeLessThanOrEqual(1e-12)
    expect(Math.abs(confidences['lns-geom'] - expected.lnsGeom.confidence)).toBeLessThanOrEqual(1e-12)
  })

  const logprobs = fc.array(fc.double({ min: -20, max: 0, noNaN: true }), { minLength: 1, maxLength: 50 })

  it('never puts the geometric mean above the arithmetic one', () => {
    fc.assert(
      fc.property(logprobs, (tokens) => {
        const confidences = tokenConfidences(tokens)
        expect(confidences?.['lns-geom']).toBeLessThanOrEqual((confidences?.['lns-arith'] ?? NaN) + 1e-12)
      }),
    )
  })

  it('does not depend on the order of the tokens, and stays inside (0, 1)', () => {
    fc.assert(
      fc.property(logprobs, (tokens) => {
        const forward = tokenConfidences(tokens)
        const backward = tokenConfidences(tokens.toReversed())
        for (const signal of ['lns-arith', 'lns-geom'] as const) {
          const confidence = forward?.[signal] ?? NaN
          expect(backward?.[signal]).toBeCloseTo(confidence, 12)
          expect(confidence).toBeGreaterThanOrEqual(1e-6)
          expect(confidence).toBeLessThanOrEqual(1 - 1e-6)
        }
      }),
    )
  })

  it('reads float32 as well, takes −9999 for impossible, and refuses NaN', () => {
    expect(tokenConfidences(new Float32Array([0, -9999]))).toEqual({ 'lns-arith': 0.5, 'lns-geom': 1e-6 })
    expect(tokenConfidences(new Float32Array(0))).toBeNull()
    expect(() => tokenConfidences([-0.1, NaN])).toThrow(RangeError)
  })
})
