import { logit, seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { fitMap, type GradedConfidence } from './recalibrate.js'

const random = seededRandom('fit a map')

/** Samples whose log-odds of being right are a + b times those of their confidence. */
function samples(count: number, a: number, b: number): GradedConfidence[] {
  return Array.from({ length: count }, () => {
    const confidence = 0.02 + 0.96 * random.next()
    return { confidence, correct: random.next() < 1 / (1 + Math.exp(-(a + b * logit(confidence)))) }
  })
}

function loss(all: readonly GradedConfidence[], a: number, b: number): number {
  const each = all.map(({ confidence, correct }) => {
    const odds = a + b * logit(confidence)
    return Math.log1p(Math.exp(correct ? -odds : odds))
  })
  return each.reduce((sum, value) => sum + value, 0) + 1e-3 * (b - 1) ** 2
}

describe('fitMap', () => {
  it.each([
    [0, 1],
    [-0.8, 1.6],
    [1.5, 0.3],
    [-2, -0.5],
  ])('finds a = %s, b = %s again', (a, b) => {
    const [found, slope] = fitMap(samples(20_000, a, b)) ?? [NaN, NaN]
    expect(Math.abs(found - a)).toBeLessThan(0.12)
    expect(Math.abs(slope - b)).toBeLessThan(0.12)
  })

  it.each([30, 300])('is where the penalised likelihood of %s samples is largest', (count) => {
    const all = samples(count, -0.5, 2)
    const [a, b] = fitMap(all) ?? [NaN, NaN]
    const best = loss(all, a, b)
    for (const [da, db] of [
      [0.01, 0],
      [-0.01, 0],
      [0, 0.01],
      [0, -0.01],
    ] as const) {
      expect(loss(all, a + da, b + db)).toBeGreaterThan(best - 1e-6)
    }
  })

  it('is none where all samples are right, or none', () => {
    expect(fitMap(samples(50, 60, 0))).toBeNull()
    expect(fitMap(samples(50, -60, 0))).toBeNull()
    expect(fitMap([])).toBeNull()
  })

  it('stays finite where confidences tell right from wrong without fault', () => {
    const sure = Array.from({ length: 40 }, (_, at) => ({ confidence: at < 20 ? 0.2 : 0.9, correct: at >= 20 }))
    const map = fitMap(sure)
    for (const value of map ?? []) expect(Math.abs(value)).toBeLessThan(100)
  })
})
