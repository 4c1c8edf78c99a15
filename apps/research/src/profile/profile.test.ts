import { seededRandom } from '@cges-fleet/methods'
import { expectedAuc, expectedError, meanConfidence, samplePopulation } from '@cges-fleet/statistics'
import { describe, expect, it } from 'vitest'
import { fitSignal, WIDE_NOISE } from '../fit/fit-signal.js'
import { normalNodes } from '../fit/normal-nodes.js'
import { loadPublished } from '../published.js'
import { BENCHMARK_FACTS, PAPER_BENCHMARKS, PAPER_SIGNALS } from './paper-benchmark.js'
import { loadProfile } from './paper-profile.js'
import { questionChances } from './question-chances.js'
import { wrongAnswers } from './wrong-answers.js'

const published = loadPublished()

describe.each(PAPER_BENCHMARKS)('the profile of %s', (benchmark) => {
  const profile = loadProfile(benchmark)
  const quantiles = questionChances(profile.questions, 200).map((accuracy) => ({ accuracy, z: 0 }))
  const population = (signal: (typeof PAPER_SIGNALS)[number]) =>
    samplePopulation(
      { ...profile.signals[signal], meanAccuracy: profile.meanAccuracy, eta: 0 },
      quantiles,
      signal === 'rm' ? WIDE_NOISE : undefined,
    )

  it('is as accurate as its mixture of questions', () => {
    const chances = questionChances(profile.questions, BENCHMARK_FACTS[benchmark].questions)
    expect(chances.reduce((sum, p) => sum + p, 0) / chances.length).toBeCloseTo(profile.meanAccuracy, 5)
    expect(chances).toEqual(chances.toSorted((a, b) => a - b))
  })

  it('met what it was fitted to', () => {
    for (const { quantity, fitted, published: wanted } of profile.fit) {
      const tolerance = quantity.startsWith('sc') ? (benchmark === 'aime24' ? 0.01 : 0.003) : 0.01 * wanted
      expect(Math.abs(fitted - wanted), quantity).toBeLessThanOrEqual(tolerance)
    }
  })

  it('has signals with the published AUC, and mean confidences away from accuracy by the published ECE', () => {
    for (const signal of PAPER_SIGNALS) {
      const { ece, auc } = published.signals[signal][benchmark]
      const points = population(signal)
      expect(expectedAuc(points), signal).toBeCloseTo(auc, 2)
      if (signal === 'rm') expect(expectedError(points, 0)).toBeCloseTo(ece, 3)
      else expect(Math.abs(meanConfidence(points, 0) - profile.meanAccuracy), signal).toBeCloseTo(ece, 2)
    }
  })
})

it('has signals that the fit gives again', () => {
  const profile = loadProfile('gsm8k')
  const quantiles = questionChances(profile.questions, 200).map((accuracy) => ({ accuracy, z: 0 }))
  const target = published.signals['lns-geom'].gsm8k
  expect(fitSignal(['gsm8k', 'lns-geom'], target, quantiles)).toEqual(profile.signals['lns-geom'])
})

/** How often two wrong answers agree. */
function squares(kappa: number, options: number | null): number {
  const random = seededRandom('squares')
  const sums = Array.from({ length: 4000 }, () =>
    wrongAnswers(kappa, options, random).reduce((sum, share) => sum + share * share, 0),
  )
  return sums.reduce((sum, each) => sum + each, 0) / sums.length
}

it('stands for the normal distribution by its quantiles', () => {
  const nodes = normalNodes(1001)
  expect(nodes[500]).toBeCloseTo(0, 12)
  // The quantile at 975.5 / 1001, from scipy's norm.ppf, before scaling.
  expect(nodes[975]).toBeCloseTo(1.9519, 2)
  expect(nodes.reduce((sum, x) => sum + x * x, 0) / 1001).toBeCloseTo(1, 12)
})

describe('wrong answers', () => {
  it('share out everything', () => {
    for (const options of [null, 3, 9]) {
      const shares = wrongAnswers(2, options, seededRandom('share'))
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
    }
  })

  it('agree with each other as often as theory says: 1 / (1 + κ), and (κ / J + 1) / (κ + 1) for J options', () => {
    expect(squares(1.5, null)).toBeCloseTo(1 / 2.5, 1.7)
    expect(squares(2, 9)).toBeCloseTo((2 / 9 + 1) / 3, 1.7)
  })
})
