import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { TOKEN_SIGNALS } from './confidence-signal.js'
import { tokenConfidences, tokenSignals } from './token-signals.js'

const logprob = z.union([z.number(), z.literal('-Infinity').transform(() => -Infinity)])
const value = z.object({ raw: z.number(), confidence: z.number() })
const golden = z
  .object({
    signals: z.array(
      z.object({
        name: z.string(),
        logprobs: z.array(logprob),
        window: z.number(),
        expected: z
          .object({
            lnsArith: value,
            lnsGeom: value,
            b10Token: value,
            tailToken: value,
            b10Window: value,
            tailWindow: value,
          })
          .nullable(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

/** What the golden vectors call each signal they have. */
const GOLDEN = [
  ['lns-arith', 'lnsArith'],
  ['lns-geom', 'lnsGeom'],
  ['deepconf-b10', 'b10Token'],
  ['deepconf-tail', 'tailToken'],
  ['deepconf-b10-window', 'b10Window'],
  ['deepconf-tail-window', 'tailWindow'],
] as const

describe('tokenSignals', () => {
  it.each(golden.signals)('agrees with the golden vector $name', ({ logprobs, window, expected }) => {
    const signals = tokenSignals(logprobs, window)
    if (expected === null || signals === null) {
      expect(signals).toBe(expected)
      return
    }
    GOLDEN.forEach(([signal, key]) => {
      const wanted = expected[key]
      expect(Math.abs(signals[signal].raw - wanted.raw)).toBeLessThanOrEqual(1e-12)
      expect(Math.abs(signals[signal].confidence - wanted.confidence)).toBeLessThanOrEqual(1e-12)
    })
  })

  const logprobs = fc.array(fc.double({ min: -20, max: 0, noNaN: true }), { minLength: 1, maxLength: 60 })

  it('puts neither the geometric mean nor the worst tenth above the arithmetic mean', () => {
    fc.assert(
      fc.property(logprobs, fc.integer({ min: 1, max: 70 }), (tokens, window) => {
        const signals = tokenSignals(tokens, window)
        const arith = (signals?.['lns-arith'].raw ?? NaN) + 1e-12
        expect(signals?.['lns-geom'].raw).toBeLessThanOrEqual(arith)
        expect(signals?.['deepconf-b10'].raw).toBeLessThanOrEqual(arith)
      }),
    )
  })

  it('depends on the order of the tokens only for tails and windows, and stays inside (0, 1)', () => {
    fc.assert(
      fc.property(logprobs, fc.integer({ min: 1, max: 70 }), (tokens, window) => {
        const forward = tokenSignals(tokens, window)
        const backward = tokenSignals(tokens.toReversed(), window)
        for (const signal of ['lns-arith', 'lns-geom', 'deepconf-b10', 'deepconf-b10-window'] as const) {
          expect(backward?.[signal].raw).toBeCloseTo(forward?.[signal].raw ?? NaN, 12)
        }
        for (const signal of TOKEN_SIGNALS) {
          expect(forward?.[signal].confidence).toBeGreaterThanOrEqual(1e-6)
          expect(forward?.[signal].confidence).toBeLessThanOrEqual(1 - 1e-6)
        }
      }),
    )
  })

  it('falls back to the plain mean where the response is shorter than the window', () => {
    fc.assert(
      fc.property(logprobs, fc.nat({ max: 5 }), (tokens, more) => {
        const signals = tokenSignals(tokens, tokens.length + more)
        expect(signals?.['deepconf-b10-window']).toEqual(signals?.['lns-arith'])
        expect(signals?.['deepconf-tail-window']).toEqual(signals?.['lns-arith'])
      }),
    )
  })

  it('equals the windows written out', () => {
    fc.assert(
      fc.property(logprobs, fc.integer({ min: 1, max: 59 }), (tokens, window) => {
        if (tokens.length <= window) return
        const starts = Array.from({ length: tokens.length - window + 1 }, (_, start) => start)
        const means = starts
          .map((start) => tokens.slice(start, start + window).reduce((sum, log) => sum + Math.exp(log), 0) / window)
          .toSorted((a, b) => a - b)
          .slice(0, Math.max(1, Math.floor(starts.length / 10)))
        const signals = tokenSignals(tokens, window)
        expect(signals?.['deepconf-b10-window'].raw).toBeCloseTo(means.reduce((a, b) => a + b, 0) / means.length, 12)
        const tail = tokens.slice(tokens.length - window).reduce((sum, log) => sum + Math.exp(log), 0) / window
        expect(signals?.['deepconf-tail-window'].raw).toBeCloseTo(tail, 12)
      }),
    )
  })

  it('uses DeepConf’s window of 2048 tokens unless told otherwise', () => {
    const tokens = [...Array<number>(1000).fill(-5), ...Array<number>(2048).fill(0)]
    expect(tokenSignals(tokens)?.['deepconf-tail-window'].raw).toBe(1)
    expect(tokenSignals([-5, ...tokens.slice(1001)])?.['deepconf-tail-window'].raw).toBeLessThan(1)
  })
})

describe('tokenConfidences', () => {
  it('reads float32 as well, takes −9999 for impossible, and refuses NaN', () => {
    expect(tokenConfidences(new Float32Array([0, -9999]))).toEqual({
      'lns-arith': 0.5,
      'lns-geom': 1e-6,
      'deepconf-b10': 1e-6,
      'deepconf-tail': 1e-6,
      'deepconf-b10-window': 0.5,
      'deepconf-tail-window': 0.5,
    })
    expect(tokenConfidences(new Float32Array(0))).toBeNull()
    expect(() => tokenConfidences([-0.1, NaN])).toThrow(RangeError)
  })
})
