import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  certaintyConfidences,
  certaintySignals,
  selfCertainty,
  selfCertaintyB10Window,
  tokenCertainty,
} from './certainty-signals.js'

const WindowVector = z.object({ tokens: z.array(z.array(z.number())), window: z.number().nullable(), raw: z.number() })
const windowVectors = readFileSync(new URL('../golden/self-certainty-b10-window.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => WindowVector.parse(JSON.parse(line)))

const certainties = fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1, maxLength: 300 })
const meanOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
const rawOf = (values: readonly number[], window?: number) => selfCertaintyB10Window(values, window)?.raw ?? Number.NaN

describe('self-certainty-b10-window', () => {
  it.each(windowVectors.map((vector, at) => [at, vector] as const))(
    'agrees with vector %i',
    (_, { tokens, window, raw }) => {
      const each = tokens.map((logprobs) => tokenCertainty(logprobs) ?? Number.NaN)
      expect(Math.abs(rawOf(each, window ?? undefined) - raw)).toBeLessThanOrEqual(1e-12)
      if (window === null) {
        expect(
          Math.abs((certaintySignals(each)?.['self-certainty-b10-window'].raw ?? Number.NaN) - raw),
        ).toBeLessThanOrEqual(1e-12)
      }
    },
  )

  it('is never above the lowest value of a whole window, and follows the certainties in a straight line', () => {
    fc.assert(
      fc.property(certainties, fc.integer({ min: 1, max: 300 }), (values, window) => {
        const lowest = rawOf(values, window)
        expect(
          rawOf(
            values.map((each) => each / 2),
            window,
          ),
        ).toBeCloseTo(lowest / 2, 12)
        expect(rawOf(values, 1)).toBeLessThanOrEqual(meanOf(values) / Math.log(1e9) + 1e-12)
      }),
    )
  })

  it('counts the short windows at the end, which a wavering end alone fills', () => {
    const steady = Array<number>(1000).fill(8)
    const wavering = [...steady.slice(0, 995), 1, 1, 1, 1, 1]
    expect(rawOf(wavering)).toBeLessThan(rawOf(steady) - 0.005)
    expect(rawOf([2, 9], 128)).toBeCloseTo(5.5 / Math.log(1e9), 12)
  })

  it('tells a response that wavers in one place, where the mean does not', () => {
    const [steady, wavering] = [Array<number>(1000).fill(8), Array<number>(1000).fill(8.5)]
    wavering.fill(1, 300, 366)
    expect(meanOf(wavering)).toBeGreaterThan(meanOf(steady))
    expect(rawOf(wavering)).toBeLessThan(rawOf(steady))
  })

  it('is none where a token has none', () => {
    expect(selfCertaintyB10Window([])).toBeNull()
    expect(certaintySignals([])).toBeNull()
    expect(certaintySignals([1, null])).toBeNull()
    expect(certaintyConfidences([null])).toBeNull()
    expect(certaintyConfidences([0, 0])).toEqual({ 'self-certainty': 1e-6, 'self-certainty-b10-window': 1e-6 })
  })
})

const Vector = z.object({
  tokens: z.array(z.array(z.number().nullable())),
  certainties: z.array(z.number().nullable()),
  raw: z.number().nullable(),
})
const vectors = readFileSync(new URL('../golden/self-certainty.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Vector.parse(JSON.parse(line)))

describe('self-certainty', () => {
  it.each(vectors.map((vector, at) => [at, vector] as const))('agrees with vector %i', (_, wanted) => {
    const each = wanted.tokens.map((logprobs) => tokenCertainty(logprobs.map((logprob) => logprob ?? -Infinity)))
    for (const [at, certainty] of wanted.certainties.entries()) {
      if (certainty === null) expect(each[at]).toBeNull()
      else expect(Math.abs((each[at] ?? Number.NaN) - certainty)).toBeLessThanOrEqual(1e-12 * Math.max(1, certainty))
    }
    const known = each.filter((certainty) => certainty !== null)
    const found = known.length === each.length ? selfCertainty(known) : null
    if (wanted.raw === null) expect(found).toBeNull()
    else expect(Math.abs((found?.raw ?? Number.NaN) - wanted.raw)).toBeLessThanOrEqual(1e-12)
  })

  it('is 0 where all tokens are as likely, whatever is listed besides, and never 1', () => {
    expect(tokenCertainty(Array.from({ length: 20 }, () => -Math.log(20)))).toBeCloseTo(0, 12)
    // As the server gives them: what the listed tokens lack of 1 is certainty too.
    expect(tokenCertainty(Array.from({ length: 20 }, () => -4))).toBeCloseTo(4 - Math.log(20), 12)
    expect(tokenCertainty([-3, -1, -2])).toBe(tokenCertainty([-1, -2, -3]))
    expect(selfCertainty([tokenCertainty([0, -9999]) ?? 0])?.confidence).toBeLessThan(1)
    expect(() => tokenCertainty([Number.NaN, -1])).toThrow(RangeError)
  })
})
