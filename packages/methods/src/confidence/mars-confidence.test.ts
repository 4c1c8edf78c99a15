import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { marsConfidence, splitSteps, stepImportance } from './mars-confidence.js'
import { tokenSignals } from './token-signals.js'

const numbers = z.array(z.number())
const golden = z
  .object({
    mars: z.array(
      z.object({
        name: z.string(),
        tokens: z.array(z.string()),
        logprobs: numbers,
        importance: numbers.nullable(),
        expected: z.object({
          steps: z.array(z.string()),
          tokenStep: numbers,
          importance: numbers,
          weights: numbers,
          stepMeanLogprob: numbers,
          raw: z.number(),
          confidence: z.number(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

function near(values: readonly number[] | undefined, expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length)
  values?.forEach((value, index) => expect(Math.abs(value - (expected[index] ?? NaN))).toBeLessThanOrEqual(1e-12))
}

it.each(golden.mars)('agrees with the golden vector $name', ({ tokens, logprobs, importance, expected }) => {
  expect(splitSteps(tokens)).toEqual({ steps: expected.steps, tokenStep: expected.tokenStep })
  if (importance === null) near(stepImportance(expected.steps), expected.importance)
  const mars = marsConfidence(importance === null ? { tokens, logprobs } : { tokens, logprobs, importance })
  near(mars?.weights, expected.weights)
  near(mars?.stepMeanLogprob, expected.stepMeanLogprob)
  near([mars?.raw ?? NaN, mars?.confidence ?? NaN], [expected.raw, expected.confidence])
})

const token = fc.tuple(
  fc.constantFrom('a', ' b', '\n', '\n\n', '.\n\nc', '', '7'),
  fc.double({ min: -9, max: 0, noNaN: true }),
)
const response = fc.array(token, { minLength: 1, maxLength: 30 })

describe('splitSteps', () => {
  it('loses no token and, but for steps without tokens, no text', () => {
    fc.assert(
      fc.property(response, (pairs) => {
        const tokens = pairs.map(([text]) => text)
        const { steps, tokenStep } = splitSteps(tokens)
        expect(tokenStep).toHaveLength(tokens.length)
        expect([...new Set(tokenStep)]).toEqual([...steps.keys()])
        expect(tokenStep).toEqual(tokenStep.toSorted((a, b) => a - b))
        if (!tokens.includes('.\n\nc')) expect(steps.join('')).toBe(tokens.join(''))
      }),
    )
  })

  it('joins leading blank lines to what follows, drops a step no token begins in, and knows nothing of nothing', () => {
    expect(splitSteps(['\n\n', 'a', '\n\n', 'b']).steps).toEqual(['\n\na\n\n', 'b'])
    expect(splitSteps(['a\n\nb\n\nc', 'd'])).toEqual({ steps: ['a\n\n', 'cd'], tokenStep: [0, 1] })
    expect(splitSteps([])).toEqual({ steps: [], tokenStep: [] })
    expect(splitSteps([' \n', '\n'])).toEqual({ steps: [' \n\n'], tokenStep: [0, 0] })
    expect(splitSteps(['', ''])).toEqual({ steps: [''], tokenStep: [0, 0] })
  })
})

describe('stepImportance', () => {
  it('is 1 for a sole step, 0 without words, 1 where nothing is left, and between otherwise', () => {
    expect(stepImportance(['=='])).toEqual([1])
    expect(stepImportance(['==', '++'])).toEqual([0, 0])
    expect(stepImportance(['one two', '=='])).toEqual([1, 0])
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '7') }), { maxLength: 8 }), (steps) => {
        for (const each of stepImportance(steps)) expect(each >= -1e-12 && each <= 1).toBe(true)
      }),
    )
  })
})

describe('marsConfidence', () => {
  it('is the geometric mean for one step, and where all steps are alike', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -9, max: 0, noNaN: true }), { minLength: 1, maxLength: 20 }),
        (logprobs) => {
          const mars = marsConfidence({ tokens: logprobs.map(() => 'a'), logprobs })
          expect(mars?.raw).toBeCloseTo(tokenSignals(logprobs)?.['lns-geom'].raw ?? NaN, 12)
          const alike = marsConfidence({
            tokens: ['a\n\n', 'b', 'c'],
            logprobs: [-0.3, -0.3, -0.3],
            importance: [0.9, 0.1],
          })
          expect(alike?.raw).toBeCloseTo(Math.exp(-0.3), 12)
        },
      ),
    )
  })

  it('weighs to 1, and is 0 with one impossible token', () => {
    fc.assert(
      fc.property(response, (pairs) => {
        const tokens = pairs.map(([text]) => text)
        const logprobs = pairs.map(([, logprob]) => logprob)
        expect(marsConfidence({ tokens, logprobs })?.weights.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
        const broken = marsConfidence({ tokens, logprobs: [...logprobs.slice(1), -9999] })
        expect(broken).toMatchObject({ raw: 0, confidence: 1e-6 })
      }),
    )
  })

  it('refuses tokens without their log-probabilities, NaN, and importances that fit no step', () => {
    expect(marsConfidence({ tokens: [], logprobs: [] })).toBeNull()
    expect(() => marsConfidence({ tokens: ['a'], logprobs: [] })).toThrow('1 tokens, but 0 log-probabilities')
    expect(() => marsConfidence({ tokens: ['a'], logprobs: [NaN] })).toThrow(RangeError)
    expect(() => marsConfidence({ tokens: ['a'], logprobs: [-1], importance: [] })).toThrow('1 steps need')
    expect(() => marsConfidence({ tokens: ['a'], logprobs: [-1], importance: [NaN] })).toThrow(RangeError)
  })
})
