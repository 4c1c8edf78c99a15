import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addCgesEvidence, type CgesEvidence, cgesPosterior, type CgesPosterior, type CgesSupport } from './posterior.js'

type Sample = { readonly answer: string; readonly confidence: number }

const sample: fc.Arbitrary<Sample> = fc.record({
  answer: fc.constantFrom('A', 'B', 'C', 'D'),
  confidence: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
})
const samples = fc.array(sample, { minLength: 1, maxLength: 12 })
const support: fc.Arbitrary<CgesSupport> = fc.oneof(
  fc.constant('dynamic' as const),
  fc.record({ fixed: fc.integer({ min: 4, max: 9 }) }),
)

function posteriorOf(given: readonly Sample[], over: CgesSupport): CgesPosterior {
  const evidence: CgesEvidence = new Map()
  for (const each of given) addCgesEvidence(evidence, each)
  return cgesPosterior(evidence, over)
}

function scores(posterior: CgesPosterior): Map<string, number> {
  return new Map(posterior.candidates.map(({ answer, score }) => [answer, score]))
}

function cycle(answers: string, confidence: number): Sample[] {
  return Array.from({ length: 500 }, (_, index) => ({ answer: answers[index % answers.length] ?? '', confidence }))
}

describe('cgesPosterior', () => {
  it('sums to 1, the unseen answers included', () => {
    fc.assert(
      fc.property(samples, support, (given, over) => {
        const { candidates, unseen, unseenScore } = posteriorOf(given, over)
        expect(candidates.reduce((sum, { score }) => sum + score, unseen * unseenScore)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('does not depend on the order of the samples', () => {
    fc.assert(
      fc.property(samples, support, (given, over) => {
        const forward = scores(posteriorOf(given, over))
        for (const [answer, score] of scores(posteriorOf(given.toReversed(), over))) {
          expect(score).toBeCloseTo(forward.get(answer) ?? NaN, 12)
        }
      }),
    )
  })

  it('equals the product form it abbreviates', () => {
    fc.assert(
      fc.property(samples, support, (given, over) => {
        const seen = [...new Set(given.map(({ answer }) => answer))]
        const size = over === 'dynamic' ? seen.length + 1 : over.fixed
        const unseen = size - seen.length
        const weigh = (candidate: string | null): number =>
          given.reduce(
            (product, { answer, confidence }) =>
              product * (answer === candidate ? confidence : (1 - confidence) / (size - 1)),
            1,
          )
        const total = seen.reduce((sum, answer) => sum + weigh(answer), unseen * weigh(null))
        for (const [answer, score] of scores(posteriorOf(given, over))) {
          expect(Math.abs(score / (weigh(answer) / total) - 1)).toBeLessThan(1e-9)
        }
      }),
    )
  })

  it('with one confidence for all is the plurality above 1/(d + 1), level at it, and reversed below', () => {
    fc.assert(
      fc.property(samples, fc.double({ min: 0.01, max: 1, noNaN: true }), (given, part) => {
        const counts = new Map<string, number>()
        for (const { answer } of given) counts.set(answer, (counts.get(answer) ?? 0) + 1)
        const most = Math.max(...counts.values())
        const even = 1 / (counts.size + 1)
        const at = (confidence: number): CgesPosterior =>
          posteriorOf(
            given.map(({ answer }) => ({ answer, confidence })),
            'dynamic',
          )
        const first = [...counts].find(([, count]) => count === most)?.[0]
        expect(at(even + (0.98 - even) * part).top?.answer).toBe(first)
        expect(at(even).top?.answer).toBe(first)
        for (const { score } of at(even).candidates) expect(score).toBeCloseTo(even, 10)
        const below = at(even * (1 - part * 0.9)).top?.answer ?? ''
        expect(counts.get(below)).toBe(Math.min(...counts.values()))
      }),
    )
  })

  it('with fixed support falls for the leader on a dissent above 1/K', () => {
    fc.assert(
      fc.property(
        samples,
        fc.integer({ min: 5, max: 9 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (given, fixed, part) => {
          const before = posteriorOf(given, { fixed })
          const leader = before.top?.answer ?? ''
          const dissent = { answer: leader === 'A' ? 'B' : 'A', confidence: 1 / fixed + (0.98 - 1 / fixed) * part }
          const after = posteriorOf([...given, dissent], { fixed })
          const [now, then] = [after, before].map((posterior) => scores(posterior).get(leader) ?? NaN)
          expect(now).toBeLessThanOrEqual(then ?? NaN)
        },
      ),
    )
  })

  it('goes to 1 where every drift is positive, and to 0 where one is negative', () => {
    expect(scores(posteriorOf(cycle('AAABB', 0.7), 'dynamic')).get('A')).toBeGreaterThan(1 - 1e-12)
    expect(scores(posteriorOf(cycle('A', 0.45), 'dynamic')).get('A')).toBeLessThan(1e-12)
    expect(scores(posteriorOf(cycle('AABBB', 0.7), 'dynamic')).get('A')).toBeLessThan(1e-12)
  })
})

const golden = z
  .object({
    cgesScores: z.array(
      z.object({
        name: z.string(),
        answers: z.array(z.string().nullable()),
        confidences: z.array(z.number()),
        clamp: z.number(),
        support: z.object({ kind: z.string(), K: z.number().optional() }),
        expected: z.object({
          candidates: z.array(
            z.object({ answer: z.string(), count: z.number(), logit: z.number(), score: z.number() }),
          ),
          unseenCandidates: z.number(),
          unseenScoreEach: z.number().nullable(),
          answer: z.string().nullable(),
          topScore: z.number().nullable(),
          topLogOdds: z.number().nullable(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

function near(value: number, expected: number, relative: number): void {
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(relative * Math.max(Math.abs(expected), Number.MIN_VALUE))
}

it.each(golden.cgesScores)(
  'agrees with the golden vector $name',
  ({ answers, confidences, clamp, support, expected }) => {
    const evidence: CgesEvidence = new Map()
    answers.forEach((answer, index) => {
      if (answer !== null) addCgesEvidence(evidence, { answer, confidence: confidences[index] ?? NaN }, clamp)
    })
    const posterior = cgesPosterior(evidence, support.K === undefined ? 'dynamic' : { fixed: support.K })
    expect(posterior.candidates.map(({ answer, count }) => ({ answer, count }))).toEqual(
      expected.candidates.map(({ answer, count }) => ({ answer, count })),
    )
    posterior.candidates.forEach((candidate, index) => {
      const wanted = expected.candidates[index]
      near(candidate.score, wanted?.score ?? NaN, 1e-10)
      expect(Math.abs(candidate.logit - (wanted?.logit ?? NaN))).toBeLessThanOrEqual(1e-10)
    })
    expect(posterior.unseen).toBe(expected.unseenCandidates)
    if (expected.unseenScoreEach !== null) near(posterior.unseenScore, expected.unseenScoreEach, 1e-10)
    expect(posterior.top?.answer ?? null).toBe(expected.answer)
    if (expected.topScore === null || expected.topLogOdds === null) return
    near(posterior.top?.score ?? NaN, expected.topScore, 1e-10)
    expect(Math.abs(posterior.logOdds - expected.topLogOdds)).toBeLessThanOrEqual(1e-10)
  },
)
