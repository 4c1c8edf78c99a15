import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide, scorePath } from '../decide.js'
import { isTrialMethod, readsWindow } from '../requirements.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { tokensUsed } from '../tokens-used.js'
import { abortedAfter, groupMinima, lowestGroup, tokenConfidence } from '../traces.js'
import type { Vote } from '../votes.js'

const Case = z.object({
  spec: z.looseObject({ method: z.string(), window: z.number(), warmUps: z.number() }),
  samples: z.array(z.object({ answer: z.string().nullable(), tokenConfidences: z.array(z.number()) })),
  expect: z.object({
    calls: z.number(),
    answer: z.string().nullable(),
    reason: z.string(),
    score: z.number().nullable(),
    tokens: z.number(),
  }),
})

const cases = readFileSync(new URL('../golden/deepconf.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

function specOf(given: Parameters<typeof parseMethodSpec>[0]) {
  const parsed = parseMethodSpec(given, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of sets' : parsed.problem)
  return parsed.spec
}

function voteOf(window: number, { answer, tokenConfidences }: (typeof cases)[number]['samples'][number]): Vote {
  const minima = { [window]: groupMinima(tokenConfidences, window) }
  return { answer, confidences: {}, tokens: tokenConfidences.length, minima }
}

describe('deepconf', () => {
  it.each(cases.map((each, at) => [at, each] as const))('agrees with an independent computation: %i', (_, each) => {
    const spec = specOf(each.spec)
    const votes = each.samples.map((sample) => voteOf(readsWindow(spec) ?? 0, sample))
    const { calls, answer, reason, score, tokens } = each.expect
    const decision = decide(spec, votes)
    expect(decision).toMatchObject({ state: 'stopped', calls, answer, reason })
    if (score === null) expect(decision.score).toBeNull()
    else expect(decision.score).toBeCloseTo(score, 12)
    expect(tokensUsed(spec, votes.slice(0, calls))).toBe(tokens)
    expect(scorePath(spec, votes, ['A'])[calls - 1]).toMatchObject({ leader: answer, score: decision.score })
    for (let drawn = 0; drawn < calls; drawn += 1) {
      const until = Math.max(drawn + 1, Math.min(each.spec.warmUps, spec.budget))
      expect(decide(spec, votes.slice(0, drawn))).toMatchObject({ state: 'open', until })
    }
  })

  it('stops late, ends some and lets none vote below the bar, somewhere among the vectors', () => {
    const saved = cases.map(({ samples, expect: { calls, tokens } }) => {
      const whole = samples.slice(0, calls).reduce((sum, { tokenConfidences }) => sum + tokenConfidences.length, 0)
      return whole - tokens
    })
    expect(saved.filter((each) => each > 0).length).toBeGreaterThan(4)
    expect(new Set(cases.map(({ expect: { reason } }) => reason))).toEqual(new Set(['threshold', 'budget']))
  })

  it('refuses an answer whose tokens’ confidences are not known, and does not guess tokens', () => {
    const spec = specOf('deepconf:keep=0.5,warmUps=2@2')
    const bare: Vote = { answer: 'A', confidences: {}, tokens: 3 }
    expect(() => decide(spec, [bare, bare])).toThrow('sample 1 has an answer but no confidence of its tokens')
    const unanswered: Vote = { answer: null, confidences: {} }
    const known = voteOf(2048, { answer: 'A', tokenConfidences: [1, 2, 3] })
    expect(decide(spec, [unanswered, known])).toMatchObject({ calls: 2, answer: 'A', score: 1 })
    expect(tokensUsed(spec, [unanswered, known])).toBeNull()
  })
})

describe('a trace’s minima', () => {
  it('say for any bar what walking through every group says', () => {
    const confidences = Array.from(
      { length: 400 },
      (_, at) => 12 + 3 * Math.sin(at / 9) - at / 100 + ((at * 7919) % 13) / 7,
    )
    for (const window of [1, 5, 64, 399, 400, 1000]) {
      const size = Math.min(window, 400)
      const groups = Array.from({ length: 400 - size + 1 }, (_, from) => {
        const sum = confidences.slice(from, from + size).reduce((a, b) => a + b, 0)
        return Math.floor((100 * sum) / size) / 100
      })
      const minima = groupMinima(confidences, window)
      expect(lowestGroup(minima)).toBeCloseTo(Math.min(...groups), 10)
      for (const bar of [0, 4, 8.005, 10, 11.995, 20, Math.min(...groups), minima[1]?.[1] ?? 9]) {
        const first = groups.findIndex((group) => group < bar)
        expect(abortedAfter(minima, bar)).toBe(first < 0 ? null : first + size)
      }
      expect(minima.length).toBeLessThan(1600)
    }
  })

  it('are none without tokens, and need numbers', () => {
    expect([groupMinima([], 4), lowestGroup([]), abortedAfter([], 9)]).toEqual([[], null, null])
    expect(() => groupMinima([1, Number.NaN], 4)).toThrow('the confidence of token 2 must be a number from 0')
  })
})

it('takes the twenty likeliest tokens of a place', () => {
  expect(tokenConfidence([-1, -3])).toBe(2)
  expect(tokenConfidence([0.001, -Infinity])).toBe(50)
  expect(tokenConfidence([0, 0])).toBe(0)
  expect(tokenConfidence([-1])).toBeNull()
  expect(tokenConfidence([...Array.from({ length: 20 }, () => -2), -50])).toBe(2)
  expect(() => tokenConfidence([Number.NaN, -1])).toThrow('not NaN')
})
