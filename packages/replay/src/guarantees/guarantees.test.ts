import { parseMethodSpec, isTrialMethod, type TrialMethodSpec, decide } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { brokenPromises } from './broken-promises.js'
import { wrongStops } from './wrong-stops.js'

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

  it.each(['majority:alpha=0.1@48', 'mmc:alpha=0.1@48', 'cite:alpha=0.1@48'])(
    '%s keeps its level; asc does not',
    (text) => {
      for (const odds of [
        { likeliest: 0.5, answers: 2 },
        { likeliest: 0.52, answers: 2 },
        { likeliest: 0.5, answers: 5 },
      ]) {
        expect(wrongStops(specOf(text), odds, 400).wrong).toBeLessThanOrEqual(40)
      }
      expect(wrongStops(specOf('asc-beta@48'), { likeliest: 0.52, answers: 2 }, 400).wrong).toBeGreaterThan(40)
    },
  )
})

it('a certified threshold breaks its promise in at most δ of calibrations, and costs less than the full vote', () => {
  const promise = { alpha: 0.05, delta: 0.1 }
  const thresholds = [0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5]
  const { broken, draws, meanCalls } = brokenPromises(specOf('asc-beta@8'), thresholds, {
    promise,
    questions: 60,
    draws: 300,
  })
  expect(broken / draws).toBeLessThanOrEqual(promise.delta + 0.03)
  expect(meanCalls).toBeLessThan(8)
})
