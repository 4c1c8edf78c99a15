import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide, scorePath } from '../decide.js'
import { isTrialMethod, readsPartials } from '../requirements.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { chargedTokens, probeTokensUsed, sequentialTokens, tokensUsed } from '../tokens-used.js'
import type { Vote } from '../votes.js'
import { ruleOf, type TrialMethodSpec } from './all-rules.js'

const Case = z.object({
  spec: z.looseObject({ method: z.string() }),
  samples: z.array(
    z.object({
      answer: z.string().nullable(),
      tokens: z.number(),
      partials: z.array(z.object({ tokens: z.number(), answer: z.string().nullable(), probeTokens: z.number() })),
    }),
  ),
  expect: z.object({
    calls: z.number(),
    answer: z.string().nullable(),
    score: z.number().nullable(),
    reason: z.string(),
    tokens: z.number(),
    probeTokens: z.number(),
  }),
})

const cases = readFileSync(new URL('../golden/partials.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Case.parse(JSON.parse(line)))

function specOf(given: Parameters<typeof parseMethodSpec>[0]): TrialMethodSpec {
  const parsed = parseMethodSpec(given, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of sets' : parsed.problem)
  return parsed.spec
}

function votesOf(samples: (typeof cases)[number]['samples']): Vote[] {
  return samples.map((sample) => ({ ...sample, confidences: {} }))
}

/** What a rule makes of its whole budget. */
function outcome(spec: TrialMethodSpec, votes: readonly Vote[]) {
  const decision = decide(spec, votes)
  if (decision.state === 'open') throw new Error('still open')
  const { calls, answer, score, reason } = decision
  return { calls, answer, score, reason, tokens: tokensUsed(spec, votes), probeTokens: probeTokensUsed(spec, votes) }
}

it.each(cases.map((each, at) => [at, each] as const))('agrees with an independent computation: %i', (_, each) => {
  const [spec, votes] = [specOf(each.spec), votesOf(each.samples)]
  expect(readsPartials(spec)).toBe(true)
  expect(outcome(spec, votes)).toEqual({ ...each.expect, score: expect.closeTo(each.expect.score ?? 0, 12) })
  expect(scorePath(spec, votes, ['A']).at(-1)).toMatchObject({ leader: each.expect.answer })
  for (let drawn = 0; drawn < spec.budget; drawn += 1) {
    expect(decide(spec, votes.slice(0, drawn))).toMatchObject({ state: 'open', until: spec.budget })
  }
})

it('has vectors that stop early and late, with and without an answer of each kind ended for it', () => {
  const seen = cases.map(({ spec, samples, expect: { reason, tokens } }) => {
    const isCut = tokens < samples.reduce((sum, sample) => sum + sample.tokens, 0)
    return `${spec.method} ${'alpha' in spec} ${reason} ${isCut}`
  })
  expect(new Set(seen)).toEqual(
    new Set([
      'margin-retained false budget false',
      'margin-retained false threshold true',
      'margin-retained true threshold true',
      'parallel-probe false budget false',
      'parallel-probe false budget true',
      'parallel-probe false threshold true',
    ]),
  )
})

const answer = fc.constantFrom('A', 'A', 'A', 'B', 'C', null)
/** Samples that are probed every ten tokens, with answers of any kind. */
const sample = fc
  .record({ answer, tokens: fc.integer({ min: 1, max: 90 }), partials: fc.array(answer, { maxLength: 8 }) })
  .map(({ partials, ...rest }): Vote => ({
    ...rest,
    confidences: {},
    partials: partials.map((each, at) => ({ tokens: 10 * (at + 1), answer: each, probeTokens: 2 })),
  }))
const BUDGET = 8
const samples = fc.array(sample, { minLength: BUDGET, maxLength: BUDGET })
const small = fc.integer({ min: 1, max: 4 })
const probe = fc
  .record({ stable: small, warmUpProbes: fc.integer({ min: 0, max: 4 }), pruneAfter: small, leastBranches: small })
  .map((fields) => specOf({ method: 'parallel-probe', pruneShare: 0.4, budget: BUDGET, ...fields }))
const margin = fc
  .record({ alpha: fc.option(fc.double({ min: 0.01, max: 0.5, noNaN: true }), { nil: undefined }), warmUps: small })
  .map(({ alpha, warmUps }) =>
    specOf({ method: 'margin-retained', warmUps, budget: BUDGET, ...(alpha === undefined ? {} : { alpha }) }),
  )

describe('both rules', () => {
  it('never charge more tokens than SC, and all of them unless they stop early or end one', () => {
    fc.assert(
      fc.property(fc.oneof(probe, margin), samples, (spec, votes) => {
        const charged = chargedTokens(spec, votes)
        for (const [at, { tokens = 0 }] of votes.entries()) expect(charged[at]).toBeLessThanOrEqual(tokens)
        const { reason, tokens } = outcome(spec, votes)
        const whole = tokensUsed({ method: 'sc', budget: BUDGET }, votes)
        if (spec.method === 'margin-retained' && reason === 'budget') expect(tokens).toBe(whole)
        expect(sequentialTokens(spec, votes, BUDGET, (calls) => ruleOf(spec).rounds(spec, calls))).toBeLessThanOrEqual(
          2 * Math.max(...votes.map((each) => each.tokens ?? 0)),
        )
      }),
    )
  })

  it('are SC where nothing was probed, and read nothing behind a sample’s end', () => {
    fc.assert(
      fc.property(fc.oneof(probe, margin), samples, (spec, votes) => {
        const sc = outcome({ method: 'sc', budget: BUDGET }, votes)
        const bare = votes.map(({ answer: given, tokens = 0 }): Vote => ({ answer: given, tokens, confidences: {} }))
        expect(outcome(spec, bare)).toEqual({ ...sc, probeTokens: 0 })
        const inside = votes.map((vote) => ({
          ...vote,
          partials: vote.partials?.filter(({ tokens }) => tokens < (vote.tokens ?? 0)) ?? [],
        }))
        expect(outcome(spec, inside)).toEqual(outcome(spec, votes))
      }),
    )
  })

  it('give an answer that a sample gave, then or at its end', () => {
    fc.assert(
      fc.property(fc.oneof(probe, margin), samples, (spec, votes) => {
        const given = votes.flatMap((vote) => [vote.answer, ...(vote.partials ?? []).map((each) => each.answer)])
        expect([...given, null]).toContain(outcome(spec, votes).answer)
      }),
    )
  })

  it('come to an end on the largest budget with as many probes as a recording may have', () => {
    for (const text of ['parallel-probe:stable=1024', 'margin-retained', 'margin-retained:alpha=0.4']) {
      const spec = specOf(`${text}@1024`)
      const votes = Array.from({ length: 1024 }, (_, at): Vote => ({
        answer: String(at),
        confidences: {},
        tokens: 1000,
        partials: Array.from({ length: 256 }, (__, place) => ({ tokens: place + 1, answer: String(at * place) })),
      }))
      expect(outcome(spec, votes).probeTokens).toBeNull()
    }
  })
})

/** A sample that gives the same answer at every probe and at its end. */
function steady(given: string, tokens: number): Vote {
  const partials = [10, 20, 30, 40].map((at) => ({ tokens: at, answer: given, probeTokens: 3 }))
  return { answer: given, confidences: {}, tokens, partials }
}

/** A sample that says B at its first two probes and A from then on. */
function turning(): Vote {
  const partials = [10, 20, 30, 40].map((at) => ({ tokens: at, answer: at < 30 ? 'B' : 'A', probeTokens: 3 }))
  return { ...steady('A', 60), partials }
}

/** A sample of answer A that was probed once. */
function early(given: string): Vote {
  return { ...steady('A', 60), partials: [{ tokens: 10, answer: given }] }
}

function pruning(leastBranches: number): TrialMethodSpec {
  return specOf(`parallel-probe:stable=99,warmUpProbes=0,pruneAfter=3,leastBranches=${leastBranches}@7`)
}

describe('parallel-probe', () => {
  it('never stops before its warm-up and as many probes as an answer must lead for', () => {
    fc.assert(
      fc.property(probe, samples, (spec, votes) => {
        if (spec.method !== 'parallel-probe' || outcome(spec, votes).reason !== 'threshold') return
        const least = Math.max(spec.stable, spec.warmUpProbes + 1)
        const cut = chargedTokens(spec, votes).filter((tokens, at) => tokens !== votes[at]?.tokens)
        for (const tokens of cut) expect(tokens).toBeGreaterThanOrEqual(10 * (spec.warmUpProbes + 1))
        expect(Math.max(...cut.map((tokens) => tokens ?? 0))).toBeGreaterThanOrEqual(10 * least)
      }),
    )
  })

  it('leaves a sample that it ended out of the vote, and never more than it may', () => {
    // B disagrees at the first three probes and would be joined by C, D and E in the end.
    const late = ['C', 'D', 'E'].map((): Vote => ({ ...steady('A', 100), answer: 'B' }))
    const votes = [steady('A', 100), steady('A', 100), steady('B', 100), steady('B', 100), ...late]
    expect(chargedTokens(pruning(3), votes)).toEqual([100, 100, 30, 30, 100, 100, 100])
    expect(decide(pruning(3), votes)).toMatchObject({ answer: 'B', score: 3 / 5, reason: 'budget' })
    // The one kept of them outvotes A with the others.
    expect(chargedTokens(pruning(6), votes)).toEqual([100, 100, 30, 100, 100, 100, 100])
    expect(decide(pruning(6), votes)).toMatchObject({ answer: 'B', score: 4 / 6 })
    expect(chargedTokens(pruning(7), votes)).toEqual(votes.map(() => 100))
  })
})

describe('margin-retained', () => {
  it('stops once no challenger can get ahead, the one without a vote included', () => {
    const unanimous = Array.from({ length: 10 }, () => steady('A', 60))
    // Of ten, α of each may leave and go to one other answer: 10 (1 − α) > 10 α.
    expect(decide(specOf('margin-retained:alpha=0.49@10'), unanimous)).toMatchObject({
      answer: 'A',
      reason: 'threshold',
    })
    expect(decide(specOf('margin-retained:alpha=0.5@10'), unanimous)).toMatchObject({ answer: 'A', reason: 'budget' })
    // Six to four: 6 (1 − α) − 4 (1 − α) > 6 α.
    const split = unanimous.map((vote, at) => (at < 6 ? vote : steady('B', 60)))
    expect(decide(specOf('margin-retained:alpha=0.24@10'), split).state === 'stopped').toBe(true)
    expect(decide(specOf('margin-retained:alpha=0.24@10'), split)).toMatchObject({ reason: 'threshold' })
    expect(decide(specOf('margin-retained:alpha=0.26@10'), split)).toMatchObject({ reason: 'budget' })
  })

  it('learns from its warm-ups when answers still change, and charges those whole', () => {
    const votes = Array.from({ length: 12 }, () => turning())
    const spec = specOf('margin-retained:warmUps=4@12')
    // All say B first, and the warm-ups say that none stays there.
    expect(decide(spec, votes)).toMatchObject({ answer: 'A', score: 1, reason: 'threshold' })
    expect(chargedTokens(spec, votes)).toEqual([...Array(4).fill(60), ...Array(8).fill(30)])
    expect(probeTokensUsed(spec, votes)).toBe(4 * 12 + 8 * 9)
    expect([4, 5, 12].map((calls) => ruleOf(spec).rounds(spec, calls))).toEqual([1, 2, 2])
    // Warm-ups without an answer teach nothing.
    const silent = votes.map((vote, at) => (at < 4 ? { ...vote, answer: null } : vote))
    expect(decide(spec, silent)).toMatchObject({ answer: 'A', reason: 'budget' })
  })

  it('stops at the first probe with the warm-ups’ own answer alone', () => {
    const warm = Array.from({ length: 4 }, () => steady('A', 60))
    const spec = specOf('margin-retained:warmUps=4@30')
    const withRest = (given: string) => [...warm, ...Array.from({ length: 26 }, () => early(given))]
    expect(decide(spec, withRest('A'))).toMatchObject({ answer: 'A', reason: 'threshold' })
    expect(decide(spec, withRest('Z'))).toMatchObject({ answer: 'A', reason: 'budget' })
  })
})

it('does not guess tokens', () => {
  const votes = [{ answer: 'A', confidences: {}, partials: [{ tokens: 5, answer: 'A' }] }]
  const spec = specOf('parallel-probe:stable=9@1')
  expect(decide(spec, votes)).toMatchObject({ answer: 'A', reason: 'budget' })
  expect([tokensUsed(spec, votes), probeTokensUsed(spec, votes)]).toEqual([null, null])
  expect(probeTokensUsed({ method: 'sc', budget: 1 }, votes)).toBeUndefined()
  expect(probeTokensUsed(spec, [])).toBe(0)
})
