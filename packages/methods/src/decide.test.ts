import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { TrialMethodSpec } from './method-spec.js'
import { decide } from './decide.js'
import type { Vote } from './votes.js'

const answers = z.array(z.string().nullable())
const ended = z.object({ calls: z.number(), answer: z.string().nullable(), reason: z.string().optional() })
const cgesCase = z.object({
  name: z.string(),
  answers,
  confidences: z.array(z.number()),
  gamma: z.number(),
  budget: z.number(),
  minSamples: z.number(),
  otherStops: z.boolean(),
  support: z.object({ kind: z.string(), K: z.number().optional() }),
  expected: ended.extend({ topScores: z.array(z.number().nullable()) }),
})
const golden = z
  .object({
    scTraces: z.array(z.object({ answers, budget: z.number(), expected: ended })),
    escTraces: z.array(
      z.object({
        answers,
        budget: z.number(),
        window: z.number(),
        answerFrom: z.enum(['plurality', 'window']),
        expected: ended,
      }),
    ),
    ascTraces: z.array(
      z.object({
        answers,
        budget: z.number(),
        kind: z.enum(['beta', 'dir']),
        threshold: z.number(),
        expected: ended.extend({ prob: z.number().nullable() }),
      }),
    ),
    cgesTraces: z.array(cgesCase),
    gammaSweeps: z.array(
      z.object({
        answers,
        confidences: z.array(z.number()),
        budget: z.number(),
        grid: z.array(z.number()),
        expected: z.object({ calls: z.array(z.number()), answers }),
      }),
    ),
    unanimousStop: z.array(z.object({ c: z.number(), gamma: z.number(), calls: z.number().nullable() })),
  })
  .parse(JSON.parse(readFileSync(new URL('./golden/methods.json', import.meta.url), 'utf8')))

/** A recorded stream shorter than the budget ends there: its length is the budget that can be spent. */
function spendable(trace: { budget: number; answers: readonly unknown[] }): number {
  return Math.min(trace.budget, trace.answers.length)
}

function votes(given: readonly (string | null)[], confidences: readonly number[] = []): Vote[] {
  return given.map((answer, index) => {
    const confidence = confidences[index]
    return { answer, confidences: confidence === undefined ? {} : { 'lns-arith': confidence } }
  })
}

function cges(fields: Partial<Extract<TrialMethodSpec, { method: 'cges' }>>): TrialMethodSpec {
  return {
    method: 'cges',
    confidence: 'lns-arith',
    gamma: 0.99,
    minSamples: 1,
    support: 'dynamic',
    otherStops: false,
    budget: 16,
    ...fields,
  }
}

describe('decide, golden vectors', () => {
  it.each(golden.scTraces)('SC $budget of $answers', (trace) => {
    const decision = decide({ method: 'sc', budget: spendable(trace) }, votes(trace.answers))
    expect(decision).toMatchObject({ state: 'stopped', ...trace.expected, reason: 'budget' })
  })

  it.each(golden.escTraces)('ESC $window, $answerFrom, $budget of $answers', (trace) => {
    const { window, answerFrom } = trace
    const decision = decide({ method: 'esc', window, answerFrom, budget: spendable(trace) }, votes(trace.answers))
    expect(decision).toMatchObject({ state: 'stopped', ...trace.expected })
  })

  it.each(golden.ascTraces)('ASC $kind $budget of $answers', (trace) => {
    const { prob, ...expected } = trace.expected
    const method = trace.kind === 'beta' ? 'asc-beta' : 'asc-dirichlet'
    const spec: TrialMethodSpec = { method, threshold: trace.threshold, budget: spendable(trace) }
    const decision = decide(spec, votes(trace.answers))
    expect(decision).toMatchObject({ state: 'stopped', ...expected })
    if (prob !== null) expect(Math.abs((decision.score ?? NaN) - prob)).toBeLessThanOrEqual(1e-12)
  })

  it.each(golden.cgesTraces)('CGES $name', (trace) => {
    const { gamma, minSamples, otherStops, budget, support } = trace
    const spec = cges({
      gamma,
      minSamples,
      otherStops,
      budget,
      support: support.K === undefined ? 'dynamic' : { fixed: support.K },
    })
    const { topScores, ...expected } = trace.expected
    const stream = votes(trace.answers, trace.confidences)
    expect(decide(spec, stream)).toMatchObject({ state: 'stopped', ...expected })
    topScores.forEach((score, index) => {
      const decision = decide(spec, stream.slice(0, index + 1))
      expect(decision.state).toBe(index + 1 < expected.calls ? 'open' : 'stopped')
      if (score === null) expect(decision.score).toBeNull()
      else expect(Math.abs((decision.score ?? NaN) / score - 1)).toBeLessThanOrEqual(1e-10)
    })
  })

  it.each(golden.gammaSweeps)('CGES over a grid of gamma, sequence %#', (sweep) => {
    const stream = votes(sweep.answers, sweep.confidences)
    const { calls, answers: given } = sweep.expected
    const decisions = sweep.grid.map((gamma) => decide(cges({ gamma, budget: sweep.budget }), stream))
    expect(decisions.map((each) => (each.state === 'stopped' ? each.calls : null))).toEqual(calls)
    expect(decisions.map((each) => (each.state === 'stopped' ? each.answer : null))).toEqual(given)
  })

  it.each(golden.unanimousStop)('CGES, all at $c, gamma $gamma stops after $calls', ({ c, gamma, calls }) => {
    const length = (calls ?? 63) + 1
    const stream = votes(Array<string>(length).fill('A'), Array<number>(length).fill(c))
    const decision = decide(cges({ gamma, budget: 1024 }), stream)
    if (calls === null) expect(decision.state).toBe('open')
    else expect(decision).toMatchObject({ state: 'stopped', calls, reason: 'threshold' })
  })
})

describe('decide', () => {
  it('says how far to draw', () => {
    const four = votes(['A', 'A', 'B', null], [0.6, 0.6, 0.6, 0.6])
    expect(decide({ method: 'sc', budget: 10 }, four)).toMatchObject({ state: 'open', until: 10, leader: 'A' })
    const esc: TrialMethodSpec = { method: 'esc', window: 4, answerFrom: 'plurality', budget: 10 }
    expect(decide(esc, [])).toEqual({ state: 'open', until: 4, leader: null, score: null })
    expect(decide(esc, four.slice(0, 3))).toMatchObject({ until: 4 })
    expect(decide(esc, four)).toMatchObject({ until: 8, leader: 'A', score: 2 / 3 })
    expect(decide(esc, [...four, ...four])).toMatchObject({ until: 10 })
    expect(decide({ ...esc, window: 11 }, four)).toMatchObject({ until: 10 })
    expect(decide({ method: 'asc-beta', threshold: 0.95, budget: 10 }, four)).toMatchObject({ until: 8 })
    expect(decide(cges({ budget: 10 }), four)).toMatchObject({ until: 5, leader: 'A' })
    expect(decide(cges({ budget: 10 }), [])).toEqual({ state: 'open', until: 1, leader: null, score: null })
  })

  it('reads nothing beyond the budget, nor after a stop', () => {
    const stream = votes(['A', 'B', 'B', 'B'], [0.999, 0.9, 0.9])
    expect(decide({ method: 'sc', budget: 2 }, stream)).toMatchObject({ calls: 2, answer: 'A' })
    expect(decide(cges({ gamma: 0.99 }), stream)).toMatchObject({ calls: 1, answer: 'A' })
    expect(decide(cges({ gamma: 0.9999, budget: 1 }), stream)).toMatchObject({ calls: 1, reason: 'budget' })
  })

  it('refuses a valid answer without its confidence, and needs none for an invalid one', () => {
    const missing: Vote[] = [{ answer: 'A', confidences: { 'lns-geom': 0.9 } }]
    expect(() => decide(cges({}), missing)).toThrow('sample 1 has an answer but no lns-arith confidence')
    expect(() => decide(cges({}), votes(['A'], [NaN]))).toThrow(RangeError)
    expect(decide(cges({}), votes([null]))).toMatchObject({ state: 'open', leader: null })
  })

  it('refuses more answers than a fixed support holds', () => {
    const stream = votes(['A', 'B', 'C'], [0.6, 0.6, 0.6])
    expect(() => decide(cges({ support: { fixed: 2 } }), stream)).toThrow('3 distinct answers were seen')
    expect(decide(cges({ support: { fixed: 3 } }), stream)).toMatchObject({ state: 'open' })
  })

  it('lets ASC stop where its probability equals the threshold', () => {
    for (const method of ['asc-beta', 'asc-dirichlet'] as const) {
      const spec = { method, threshold: 31 / 32, budget: 8 }
      expect(decide(spec, votes([...'AAAAAAAA']))).toMatchObject({ calls: 4, score: 31 / 32, reason: 'threshold' })
    }
  })

  it('gives the window answer only where asked, with its own share', () => {
    const stream = votes([...'AAABAAACBBBB'])
    const spec = { method: 'esc', window: 4, answerFrom: 'plurality', budget: 16 } as const
    expect(decide(spec, stream)).toMatchObject({ calls: 12, answer: 'A', score: 0.5, reason: 'window' })
    expect(decide({ ...spec, answerFrom: 'window' }, stream)).toMatchObject({ answer: 'B', score: 5 / 12 })
  })

  it('lets OTHER stop only where OTHER leads', () => {
    const stream = votes(['A'], [0.45])
    expect(decide(cges({ gamma: 0.4, otherStops: true }), stream)).toMatchObject({ answer: null, reason: 'other' })
    expect(decide(cges({ gamma: 0.4 }), stream)).toMatchObject({ answer: 'A', reason: 'threshold' })
    const even = votes(['A'], [0.5])
    expect(decide(cges({ gamma: 0.4, otherStops: true }), even)).toMatchObject({ answer: 'A', reason: 'threshold' })
  })
})
