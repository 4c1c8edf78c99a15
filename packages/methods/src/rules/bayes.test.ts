import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide, otherScore, scorePath } from '../decide.js'
import { isTrialMethod } from '../requirements.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { sweepMethod } from '../sweep-method.js'
import { seededRandom } from '../seeded-random.js'
import { groupAnswers } from '../shapes/learn-shapes.js'
import { judgeShape } from '../shapes/shape-model.js'
import type { TrialMethodSpec } from './all-rules.js'

const Case = z.object({
  spec: z.object({
    method: z.literal('bayes'),
    delta: z.number(),
    answers: z.int(),
    easy: z.number(),
    hard: z.number(),
    share: z.number(),
    budget: z.int(),
  }),
  answers: z.array(z.string().nullable()),
  expect: z.object({
    calls: z.int(),
    answer: z.string().nullable(),
    reason: z.string(),
    scores: z.array(z.number().nullable()),
    others: z.array(z.number()),
    logEvidence: z.number().nullable(),
  }),
})

const CASES = readFileSync(new URL('../golden/bayes.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

const votesOf = (answers: readonly (string | null)[]) => answers.map((answer) => ({ answer, confidences: {} }))

function specOf(text: Record<string, unknown> | string): TrialMethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'of sets' : parsed.problem)
  return parsed.spec
}

it.each(CASES.map((each, at) => [at, each] as const))('stops where urns in exact rationals do: %i', (_, each) => {
  const spec = specOf(each.spec)
  const { calls, answer, reason, scores, others, logEvidence } = each.expect
  const votes = votesOf(each.answers)
  expect(decide(spec, votes)).toMatchObject({ state: 'stopped', calls, answer, reason })
  const path = scorePath(spec, votes.slice(0, calls))
  for (const [at, score] of scores.entries()) {
    if (score === null) expect(path[at]?.score).toBeNull()
    else expect(path[at]?.score).toBeCloseTo(score, 10)
  }
  for (const [at, other] of others.entries()) {
    expect(otherScore(spec, votes.slice(0, at + 1))).toBeCloseTo(other, 10)
  }
  const judged = judgeShape(each.spec, groupAnswers(each.answers.slice(0, calls)))
  if (logEvidence !== null) expect(judged.logEvidence).toBeCloseTo(logEvidence, 9)
})

it.each(CASES.map((each, at) => [at, each] as const))(
  'is swept as it decides at each value: %i',
  (_, { spec, answers }) => {
    const deltas = [0.001, 0.05, 0.2, 0.5, 0.9]
    for (let read = 0; read <= answers.length; read += 1) {
      const votes = votesOf(answers.slice(0, read))
      const alone = deltas.map((delta) => decide(specOf({ ...spec, delta }), votes))
      expect(sweepMethod(specOf(spec), votes, deltas)).toEqual(alone)
    }
  },
)

describe('the posterior of a shape', () => {
  const answers = fc.array(fc.constantFrom('A', 'B', 'C', 'D', null), { minLength: 1, maxLength: 40 })
  const spread = fc.double({ min: 0.01, max: 50, noNaN: true })
  const share = fc.double({ min: 0.01, max: 0.99, noNaN: true })
  const priors = fc.record({ answers: fc.integer({ min: 5, max: 40 }), easy: spread, hard: spread, share })

  it('is no more than one over the leader and those not seen, in any order and under any names', () => {
    fc.assert(
      fc.property(answers, priors, (votes, prior) => {
        const { leader, unseen } = judgeShape(prior, groupAnswers(votes))
        expect(leader).toBeGreaterThanOrEqual(0)
        expect(leader + unseen).toBeLessThanOrEqual(1 + 1e-9)
        const renamed = votes.toReversed().map((vote) => (vote === null ? null : `x${vote}`))
        expect(judgeShape(prior, groupAnswers(renamed))).toEqual(judgeShape(prior, groupAnswers(votes)))
      }),
    )
  })

  it('predicts: the evidence of votes is that of all they may become with one vote more', () => {
    fc.assert(
      fc.property(answers, priors, (votes, prior) => {
        const seen = [...new Set(votes.filter((vote) => vote !== null))]
        const after = [...seen, 'new'].map((vote) =>
          Math.exp(judgeShape(prior, groupAnswers([...votes, vote])).logEvidence),
        )
        const now = Math.exp(judgeShape(prior, groupAnswers(votes)).logEvidence)
        expect(after.reduce((sum, each) => sum + each, 0) / now).toBeCloseTo(1, 8)
      }),
    )
  })

  it('stops no later where it may be less sure', () => {
    fc.assert(
      fc.property(answers, (votes) => {
        const stops = ['0.01', '0.05', '0.2'].map((delta) => {
          const decision = decide(specOf(`bayes:delta=${delta},easy=0.2@${votes.length}`), votesOf(votes))
          return decision.state === 'stopped' ? decision.calls : votes.length
        })
        expect(stops).toEqual(stops.toSorted((a, b) => b - a))
      }),
    )
  })
})

it('is sure sooner where questions before had one answer, and later where they had many', () => {
  expect(calls('easy=0.01,share=0.99')).toBe(1)
  expect(calls('easy=0.1,share=0.9')).toBeLessThan(calls('easy=1,share=0.9'))
  expect(calls('easy=1')).toBeLessThan(calls('easy=4,hard=9'))
})

/** Questions drawn from a prior: shares by Gamma variables of whole parameters, which add up exponentials. */
it('keeps δ on questions that are as its prior says, whenever it stops', () => {
  const random = seededRandom('shapes')
  const gamma = (whole: number) =>
    Array.from({ length: whole }, () => -Math.log(1 - random.next())).reduce((a, b) => a + b, 0)
  const spec = specOf('bayes:answers=4,delta=0.1,easy=1,hard=3,share=0.5@64')
  let wrong = 0
  let stops = 0
  for (let question = 0; question < 1000; question += 1) {
    const weights = ['A', 'B', 'C', 'D'].map((answer) => ({ answer, weight: gamma(question % 2 === 0 ? 1 : 3) }))
    const total = weights.reduce((sum, { weight }) => sum + weight, 0)
    const draw = (): string => {
      let left = random.next() * total
      return weights.find(({ weight }) => (left -= weight) <= 0)?.answer ?? 'D'
    }
    const decision = decide(spec, votesOf(Array.from({ length: 64 }, draw)))
    if (decision.state !== 'stopped' || decision.reason !== 'threshold') continue
    stops += 1
    const mode = weights.reduce((best, each) => (each.weight > best.weight ? each : best))
    if (decision.answer !== mode.answer) wrong += 1
  }
  expect(stops).toBeGreaterThan(300)
  expect(wrong / stops).toBeLessThan(0.1)
  expect(wrong).toBeGreaterThan(0)
})

/** The calls that unanimous answers take. */
function calls(prior: string): number {
  const decision = decide(specOf(`bayes:${prior}@16`), votesOf(Array.from({ length: 16 }, () => 'A')))
  return decision.state === 'stopped' ? decision.calls : 16
}
