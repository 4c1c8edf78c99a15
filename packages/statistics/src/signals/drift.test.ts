import { readFileSync } from 'node:fs'
import { cgesScores } from '@cges-fleet/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { driftSummary, empiricalDrift, questionDrift } from './drift.js'

const golden = z
  .object({
    questionDrift: z.array(
      z.object({
        name: z.string(),
        answers: z.array(z.string()),
        confidences: z.array(z.number()),
        truth: z.string(),
        expected: z.object({
          perCompetitor: z.record(z.string(), z.number()).nullable(),
          minDrift: z.number().nullable(),
          muHat: z.number().nullable(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../../../methods/src/golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.questionDrift)('agrees with the golden vector $name', ({ answers, confidences, truth, expected }) => {
  const samples = answers.map((answer, index) => ({ answer, confidence: confidences[index] ?? NaN }))
  const drift = questionDrift(samples, truth)
  const found = new Map(drift?.competitors.map((each) => [each.answer, each.drift]))
  if (drift !== null) found.set('__OTHER__', drift.other)
  expect(found.size).toBe(Object.keys(expected.perCompetitor ?? {}).length)
  for (const [answer, value] of Object.entries(expected.perCompetitor ?? {})) {
    expect(found.get(answer)).toBeCloseTo(value, 10)
  }
  if (expected.minDrift === null) expect(drift).toBeNull()
  else expect(drift?.least).toBeCloseTo(expected.minDrift, 10)
  const graded = samples.map(({ answer, confidence }) => ({ confidence, correct: answer === truth }))
  if (expected.muHat === null) expect(empiricalDrift(graded)).toBeNull()
  else expect(empiricalDrift(graded)?.muHat).toBeCloseTo(expected.muHat, 10)
})

describe('questionDrift', () => {
  const sample = fc.record({
    answer: fc.constantFrom('A', 'B', 'C'),
    confidence: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
  })

  it('times the samples is what separates the true answer from each competitor in CGES', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 20 }), (given) => {
        const truth = given[0]?.answer ?? ''
        const drift = questionDrift(given, truth)
        const votes = given.map(({ answer, confidence }) => ({ answer, confidences: { mars: confidence } }))
        const { candidates } = cgesScores(votes, { confidence: 'mars', support: 'dynamic' })
        const logit = (answer: string): number => candidates.find((each) => each.answer === answer)?.logit ?? NaN
        expect((drift?.other ?? NaN) * given.length).toBeCloseTo(logit(truth), 8)
        for (const { answer, drift: each } of drift?.competitors ?? []) {
          expect(each * given.length).toBeCloseTo(logit(truth) - logit(answer), 8)
        }
      }),
    )
  })

  it('is summed up with what could not be judged counted apart', () => {
    const right = questionDrift([{ answer: 'A', confidence: 0.9 }], 'A')
    const wrong = questionDrift([{ answer: 'A', confidence: 0.3 }], 'A')
    const summary = driftSummary([right, wrong, null])
    expect(summary).toMatchObject({ questions: 3, unseen: 1, positive: 0.5 })
    expect(summary.medianLeast).toBeCloseTo(((right?.least ?? NaN) + (wrong?.least ?? NaN)) / 2, 12)
    expect(driftSummary([null])).toEqual({ questions: 1, unseen: 1, positive: null, medianLeast: null })
  })
})
