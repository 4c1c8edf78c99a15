import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { certifyThreshold, disagreementP } from './certified.js'
import { decide, scorePath } from './decide.js'
import { majorityEvidence, voteRegret } from './vote-evidence.js'
import { parseMethodSpec } from './parse-method-spec.js'
import { isTrialMethod } from './requirements.js'
import { logit } from './math.js'
import type { Vote } from './votes.js'

const answers = z.array(z.string().nullable())
const stop = z.object({ calls: z.number(), answer: z.string().nullable(), reason: z.string() })
const scored = stop.extend({ scores: z.array(z.number().nullable()) })
const Case = z.discriminatedUnion('method', [
  z.object({ method: z.literal('voi'), kappa: z.number(), budget: z.number(), answers, expect: scored }),
  z.object({ method: z.literal('majority'), alpha: z.number(), budget: z.number(), answers, expect: scored }),
  z.object({
    method: z.literal('cges-affine'),
    gamma: z.number(),
    a: z.number(),
    b: z.number(),
    budget: z.number(),
    samples: z.array(z.tuple([z.string().nullable(), z.number()])),
    expect: stop.extend({ logOdds: z.array(z.number().nullable()) }),
  }),
  z.object({
    method: z.literal('certify'),
    disagreements: z.array(z.number()),
    n: z.number(),
    alpha: z.number(),
    delta: z.number(),
    expect: z.object({ index: z.number().nullable(), p: z.array(z.number()) }),
  }),
  z.object({
    method: z.literal('table'),
    regret: z.record(z.string(), z.number()),
    evalue: z.record(z.string(), z.number()),
  }),
])

const cases = readFileSync(new URL('golden/beyond.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

function specOf(fields: Record<string, unknown>) {
  const parsed = parseMethodSpec(fields, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of sets' : parsed.problem)
  return parsed.spec
}

const near = (value: number) => expect.closeTo(value, 10) as number

describe('the vectors of the rules beyond the paper', () => {
  it.each(cases.map((each, at) => [`${at}: ${each.method}`, each] as const))('%s', (_, each) => {
    switch (each.method) {
      case 'voi':
      case 'majority': {
        const { expect: expected, answers: given, ...fields } = each
        const votes = given.map((answer): Vote => ({ answer, confidences: {} }))
        const { calls, answer, reason } = expected
        expect(decide(specOf(fields), votes)).toMatchObject({ state: 'stopped', calls, answer, reason })
        const path = scorePath(specOf(fields), votes.slice(0, expected.scores.length))
        const scores = expected.scores.map((score) =>
          score === null ? null : near(each.method === 'voi' ? 1 - score : 1 - Math.min(1, 1 / score)),
        )
        expect(path.map(({ score }) => score)).toEqual(scores)
        return
      }
      case 'cges-affine': {
        const { gamma, a, b, budget, samples, expect: expected } = each
        const spec = specOf({ method: 'cges', confidence: 'lns-arith', gamma, map: [a, b], budget })
        const votes = samples.map(([answer, value]): Vote => ({ answer, confidences: { 'lns-arith': value } }))
        const { calls, answer, reason } = expected
        expect(decide(spec, votes)).toMatchObject({ state: 'stopped', calls, answer, reason })
        const path = scorePath(spec, votes.slice(0, expected.logOdds.length))
        for (const [at, logOdds] of expected.logOdds.entries()) {
          const score = path[at]?.score ?? null
          if (logOdds === null || score === null) expect(score).toBe(logOdds)
          else if (score < 1 - 1e-9) expect(logit(score)).toBeCloseTo(logOdds, 5)
        }
        return
      }
      case 'certify': {
        const { disagreements, n, alpha, delta, expect: expected } = each
        expect(certifyThreshold(disagreements, n, { alpha, delta })).toBe(expected.index)
        expect(disagreements.map((count) => disagreementP(count, n, alpha))).toEqual(expected.p.map(near))
        return
      }
      case 'table': {
        const tables = [
          [each.regret, voteRegret],
          [each.evalue, (first: number, second: number) => Math.exp(majorityEvidence(first, second))],
        ] as const
        for (const [table, give] of tables) {
          for (const [key, value] of Object.entries(table)) {
            const [first = 0, second = 0] = key.split(',').map(Number)
            expect(give(first, second) / value, key).toBeCloseTo(1, 9)
          }
        }
      }
    }
  })

  it('are all there', () => expect(cases).toHaveLength(127))
})
