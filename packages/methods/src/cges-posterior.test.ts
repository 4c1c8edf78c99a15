import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { addCgesEvidence, type CgesEvidence } from './add-cges-evidence.js'
import { cgesPosterior } from './cges-posterior.js'

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
  .parse(JSON.parse(readFileSync(new URL('./golden/methods.json', import.meta.url), 'utf8')))

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
