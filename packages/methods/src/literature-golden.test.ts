import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide, scorePath } from './decide.js'
import { isTrialMethod } from './requirements.js'
import { parseMethodSpec } from './parse-method-spec.js'
import type { Vote } from './votes.js'

const Case = z.object({
  spec: z.looseObject({ method: z.string() }),
  answers: z.array(z.string().nullable()),
  confidences: z.array(z.number()).optional(),
  /** How many digits of the scores the two computations have in common; nine unless told. */
  digits: z.number().optional(),
  expect: z.object({
    calls: z.number(),
    answer: z.string().nullable(),
    reason: z.string(),
    score: z.number().optional(),
    scores: z.array(z.number().nullable()).optional(),
  }),
})

const cases = ['literature', 'cite-weighted', 'beacon'].flatMap((name) =>
  readFileSync(new URL(`golden/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Case.parse(JSON.parse(line))),
)

describe('the rules of others stop where an independent computation does', () => {
  it.each(cases.map((each, at) => [`${at}: ${each.spec.method}`, each] as const))('%s', (_, each) => {
    const parsed = parseMethodSpec(each.spec, 16)
    if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of sets' : parsed.problem)
    const votes = each.answers.map((answer, at): Vote => {
      const confidence = each.confidences?.[at]
      return { answer, confidences: confidence === undefined ? {} : { 'lns-arith': confidence } }
    })
    const { calls, answer, reason, score, scores } = each.expect
    const decision = decide(parsed.spec, votes)
    expect(decision).toMatchObject({ state: 'stopped', calls, answer, reason })
    if (score !== undefined) expect(decision.score).toBeCloseTo(score, 10)
    const path = scorePath(parsed.spec, votes.slice(0, calls))
    for (const [at, expected] of (scores ?? []).entries()) {
      if (expected === null) expect(path[at]?.score).toBeNull()
      else expect(path[at]?.score, `after ${at + 1}`).toBeCloseTo(expected, each.digits ?? 9)
    }
  })
})
