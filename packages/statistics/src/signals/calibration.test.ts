import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auc, brierScore, calibrationError, calibrationReport, sharpness } from './calibration.js'
import type { Graded } from './drift.js'
import { empiricalDrift } from './drift.js'

const number = z.number().nullable()
const golden = z
  .object({
    calibration: z.array(
      z.object({
        name: z.string(),
        confidences: z.array(z.number()),
        correct: z.array(z.number()),
        expected: z.object({
          ece10: number,
          ece15: number,
          auc: number,
          muHat: number,
          muHatK5: number,
          standardisedDrift: number,
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../methods/src/golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.calibration)('agrees with the golden vector $name', ({ confidences, correct, expected }) => {
  const report = calibrationReport(confidences.map((confidence, i) => ({ confidence, correct: correct[i] === 1 })))
  expect(report.n).toBe(confidences.length)
  const { muHatK5, ...wanted } = expected
  for (const key of ['ece10', 'ece15', 'auc', 'muHat', 'standardisedDrift'] as const) {
    const value = wanted[key]
    if (value === null) expect(report[key]).toBeNull()
    else expect(Math.abs((report[key] ?? NaN) - value)).toBeLessThanOrEqual(1e-10)
  }
  expect(muHatK5 === null ? null : muHatK5.toFixed(9)).toBe(report.muHat?.toFixed(9) ?? null)
})

const response: fc.Arbitrary<Graded> = fc.record({
  confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
  correct: fc.boolean(),
})
const responses = fc.array(response, { minLength: 1, maxLength: 40 })

describe('calibrationError', () => {
  it('stays in [0, 1], is the total gap for one bin, and finer bins never hide more', () => {
    fc.assert(
      fc.property(responses, fc.integer({ min: 1, max: 20 }), (given, bins) => {
        const error = calibrationError(given, bins) ?? NaN
        expect(error >= 0 && error <= 1).toBe(true)
        const gap = given.reduce((sum, { confidence, correct }) => sum + confidence - (correct ? 1 : 0), 0)
        expect(calibrationError(given, 1)).toBeCloseTo(Math.abs(gap) / given.length, 12)
        expect(calibrationError(given, 2 * bins)).toBeGreaterThanOrEqual(error - 1e-12)
      }),
    )
  })

  it('puts a bin’s lower edge into it, and 1 into the last', () => {
    // 0.5 is in the upper of two bins with 1: together they are level, apart from 0.4 they are not.
    const given = [0.4, 0.5, 1].map((confidence) => ({ confidence, correct: confidence === 1 }))
    expect(calibrationError(given, 2)).toBeCloseTo((0.4 + 0.5) / 3, 12)
    expect(calibrationError([], 10)).toBeNull()
  })
})

describe('auc', () => {
  it('is the share of pairs in the right order, counted one by one', () => {
    fc.assert(
      fc.property(responses, (given) => {
        const right = given.filter(({ correct }) => correct)
        const wrong = given.filter(({ correct }) => !correct)
        const pairs = right.flatMap((a) =>
          wrong.map((b) => (a.confidence > b.confidence ? 1 : a.confidence === b.confidence ? 0.5 : 0)),
        )
        const area = auc(given)
        if (pairs.length === 0) expect(area).toBeNull()
        else expect(area).toBeCloseTo(pairs.reduce<number>((a, b) => a + b, 0) / pairs.length, 12)
      }),
    )
  })

  it('is not moved by an increasing map, and turned over with the signal', () => {
    const coarse = response.map((each) => ({ ...each, confidence: Math.round(each.confidence * 1000) }))
    fc.assert(
      fc.property(fc.array(coarse, { minLength: 1, maxLength: 40 }), (given) => {
        const area = auc(given)
        if (area === null) return
        expect(auc(given.map((each) => ({ ...each, confidence: each.confidence ** 3 - 7 })))).toBe(area)
        expect(auc(given.map((each) => ({ ...each, confidence: -each.confidence })))).toBeCloseTo(1 - area, 12)
      }),
    )
  })
})

describe('empiricalDrift', () => {
  it('is the same for every number of possible answers, and null for one kind alone', () => {
    fc.assert(
      fc.property(responses, (given) => {
        const drift = empiricalDrift(given)
        const kinds = new Set(given.map(({ correct }) => correct)).size
        expect(drift === null).toBe(kinds < 2)
        if (drift === null) return
        // Shifting every log-odds by ln(K − 1) moves both means alike.
        const logits = (correct: boolean, shift: number): number => {
          const ofOutcome = given.filter((each) => each.correct === correct)
          const values = ofOutcome.map(({ confidence }) => Math.min(Math.max(confidence, 1e-6), 1 - 1e-6))
          return values.reduce((sum, c) => sum + Math.log(c / (1 - c)) + shift, 0) / values.length
        }
        expect(drift.muHat).toBeCloseTo(logits(true, Math.log(4)) - logits(false, Math.log(4)), 8)
      }),
    )
  })

  it('is 0 for a constant signal, exactly', () => {
    const constant = [true, false, true].map((correct) => ({ confidence: 0.1, correct }))
    expect(empiricalDrift(constant)).toEqual({ muHat: 0, standardised: 0 })
  })
})

it('brierScore is a mean square: 0 for certainty that is right, 1 for certainty that is wrong', () => {
  expect(brierScore([])).toBeNull()
  expect(brierScore([{ confidence: 1, correct: true }])).toBe(0)
  expect(brierScore([{ confidence: 1, correct: false }])).toBe(1)
  expect(brierScore([0.5, 0.5].map((confidence, i) => ({ confidence, correct: i === 0 })))).toBe(0.25)
})

it('calibrationReport gives the middle confidence, and nothing of nothing', () => {
  const given = [0.9, 0.2, 0.4, 0.6].map((confidence) => ({ confidence, correct: true }))
  expect(calibrationReport(given).median).toBeCloseTo(0.5, 12)
  expect(calibrationReport([])).toMatchObject({ n: 0, ece10: null, brier: null, auc: null, median: null })
})

it('sharpness is how far apart confidences lie, whichever are right: 0 for always the same, ½ for none or all', () => {
  expect(sharpnessOf([])).toBeNull()
  expect(sharpnessOf([0.7, 0.7, 0.7])).toBeCloseTo(0, 12)
  expect(sharpnessOf([0, 1, 0, 1])).toBe(0.5)
  // By the other formula: the mean of squares less the square of the mean.
  expect(sharpnessOf([0.2, 0.5, 0.9])).toBeCloseTo(Math.sqrt((0.04 + 0.25 + 0.81) / 3 - (1.6 / 3) ** 2), 12)
})

function sharpnessOf(confidences: readonly number[]): number | null {
  return sharpness(confidences.map((confidence) => ({ confidence })))
}
