import { decide, isTrialMethod, parseMethodSpec, type TrialMethodSpec } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { brokenPromises, wrongStops } from './guarantees.js'

function specOf(text: string): TrialMethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
  return parsed.spec
}

/** The chance of a wrong stop by summing over all sequences of two answers. */
function exactly(spec: TrialMethodSpec, likeliest: number): number {
  let sum = 0
  for (let bits = 0; bits < 2 ** spec.budget; bits += 1) {
    const votes = Array.from({ length: spec.budget }, (_, at) => ({ answer: `${(bits >> at) & 1}`, confidences: {} }))
    const decision = decide(spec, votes)
    const isWrong = decision.state === 'stopped' && decision.reason !== 'budget' && decision.answer !== '0'
    const ones = votes.filter(({ answer }) => answer === '1').length
    if (isWrong) sum += likeliest ** (spec.budget - ones) * (1 - likeliest) ** ones
  }
  return sum
}

describe('wrongStops', () => {
  it.each(['asc-beta@12', 'majority:alpha=0.3@12', 'mmc:alpha=0.3@12', 'cite:alpha=0.6@12'])(
    '%s as enumerated',
    (text) => {
      const spec = specOf(text)
      const { wrong, runs } = wrongStops(spec, { likeliest: 0.6, answers: 2 }, 4000)
      const exact = exactly(spec, 0.6)
      expect(Math.abs(wrong / runs - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / runs) + 1e-9)
    },
  )

  const cells = [2, 5].flatMap((answers) => [0.5, 0.52, 0.6].map((likeliest) => ({ answers, likeliest })))

  it.each(['majority:alpha=0.1@64', 'mmc:alpha=0.1@64', 'cite:alpha=0.1@64'])('%s keeps its level', (text) => {
    for (const odds of cells) {
      const { wrong, runs, meanCalls } = wrongStops(specOf(text), odds, 2000)
      // Of two answers that are equally likely neither is the likeliest, and each has the level of its own.
      const levels = odds.likeliest * odds.answers === 1 ? 2 : 1
      expect(wrong / runs, JSON.stringify(odds)).toBeLessThanOrEqual(0.1 * levels)
      expect(meanCalls, JSON.stringify(odds)).toBeLessThan(64)
    }
  })

  it('the .95 of asc is no error rate', () => {
    const [tied = 0, close = 0] = [0.5, 0.52].map((likeliest) => {
      const { wrong, runs } = wrongStops(specOf('asc-beta@64'), { likeliest, answers: 2 }, 2000)
      return wrong / runs
    })
    expect(close).toBeGreaterThan(0.16)
    expect(close).toBeLessThan(0.25)
    // Where neither of two answers is the likeliest, a stop on either is wrong.
    expect(tied).toBeGreaterThan(0.4)
    expect(tied).toBeLessThan(0.5)
  })
})

// From strict to loose, as a threshold is certified.
const THRESHOLDS = [0.999, 0.995, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94, 0.92, 0.9, 0.88, 0.85, 0.8, 0.75, 0.7]

it.each([
  { alpha: 0.05, questions: 100 },
  { alpha: 0.02, questions: 200 },
])('a certified threshold differs from the full vote on more than $alpha in at most δ of draws', (each) => {
  const promise = { alpha: each.alpha, delta: 0.1 }
  const { broken, none, draws, meanCalls } = brokenPromises(specOf('asc-beta@16'), THRESHOLDS, promise, each)
  expect(broken / draws).toBeLessThanOrEqual(promise.delta)
  expect(none).toBe(0)
  expect(meanCalls).toBeLessThan(8)
})

it('a certified threshold promises nothing of the questions that stop: where half hardly ever do, more of the stops differ', () => {
  const promise = { alpha: 0.02, delta: 0.1 }
  const all = brokenPromises(specOf('asc-beta@16'), THRESHOLDS, promise, { questions: 200 })
  const half = brokenPromises(specOf('asc-beta@16'), THRESHOLDS, promise, { questions: 200, even: 0.5 })
  expect(half.broken / half.draws).toBeLessThanOrEqual(promise.delta)
  expect(half.brokenOfStops / half.draws).toBeGreaterThan(promise.delta)
  expect(half.stopped).toBeLessThan(0.7)
  expect(half.wrongOfStops).toBeGreaterThan(2 * all.wrongOfStops)
})
