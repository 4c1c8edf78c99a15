import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TrialMethodSpec } from './method-spec.js'
import { decide, nextStop } from './decide.js'
import { isTrialMethod, requiredSignals } from './requirements.js'
import { parseMethodSpec } from './parse-method-spec.js'
import { RULES } from './rules/all-rules.js'
import type { Vote } from './votes.js'

const confidence = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const vote: fc.Arbitrary<Vote> = fc.record({
  answer: fc.constantFrom('A', 'A', 'A', 'B', 'C', null),
  confidences: fc.record({ 'lns-arith': confidence, 'lns-geom': confidence }),
  minima: fc.integer({ min: 300, max: 1200 }).map((hundredths) => ({ 2048: [[9, hundredths / 100] as const] })),
})
const stream = fc.array(vote, { minLength: 20, maxLength: 20 })
const budget = fc.integer({ min: 1, max: 20 })
const cgesSpec = fc.record({
  method: fc.constant('cges' as const),
  confidence: fc.constantFrom('lns-arith' as const, 'lns-geom' as const),
  gamma: fc.double({ min: 0.3, max: 0.9999, noNaN: true }),
  minSamples: fc.integer({ min: 1, max: 6 }),
  support: fc.oneof(fc.constant('dynamic' as const), fc.record({ fixed: fc.integer({ min: 3, max: 9 }) })),
  otherStops: fc.boolean(),
  budget,
})
const NEWER =
  'voi:kappa=0.03 majority:alpha=0.4 mmc:alpha=0.4 cite:alpha=0.4 bayes:delta=0.2,easy=0.1 doubling:threshold=0.6'
    .concat(' bayes-shapes:delta=0.2,shapes=9x1/5x6-1/3x3-2-1')
    .concat(' reasc:confidence=lns-arith,gate=0.9,mean=0.7,spread=0.1 cisc:confidence=lns-arith,temperature=0.05')
    .concat(' deepconf:keep=0.5,threshold=0.7,warmUps=4 cite-weighted:confidence=lns-arith,alpha=0.6')
    .concat(' beacon:confidence=lns-arith,cost=0.03')
    .split(' ')
const NAMED = new Set(['sc', 'esc', 'asc-beta', 'asc-dirichlet', 'cges', ...NEWER.map((text) => text.split(':')[0])])
/** The examples of rules that are not named above. */
const OTHERS = RULES.filter(({ decides, name }) => decides === 'trial' && !NAMED.has(name)).map(({ example }) =>
  example.replace(/@\d+$/u, ''),
)
const anySpec: fc.Arbitrary<TrialMethodSpec> = fc.oneof(
  fc.record({ method: fc.constant('sc' as const), budget }),
  fc.record({
    method: fc.constant('esc' as const),
    window: fc.integer({ min: 1, max: 8 }),
    answerFrom: fc.constantFrom('plurality' as const, 'window' as const),
    budget,
  }),
  fc.record({
    method: fc.constantFrom('asc-beta' as const, 'asc-dirichlet' as const),
    threshold: fc.double({ min: 0.6, max: 0.99, noNaN: true }),
    budget,
  }),
  cgesSpec,
  fc.tuple(fc.constantFrom(...NEWER, ...OTHERS), budget).map(([text, most]) => specOf(`${text}@${most}`)),
)

function specOf(text: string): TrialMethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
  return parsed.spec
}

function callsOf(spec: TrialMethodSpec, votes: readonly Vote[]): number {
  const decision = decide(spec, votes)
  return decision.state === 'stopped' ? decision.calls : NaN
}

describe('every method', () => {
  it('stops once, within its budget, and is not moved by what comes after', () => {
    fc.assert(
      fc.property(anySpec, stream, (spec, votes) => {
        const final = decide(spec, votes)
        const calls = callsOf(spec, votes)
        expect(calls).toBeGreaterThanOrEqual(1)
        expect(calls).toBeLessThanOrEqual(spec.budget)
        for (let length = 0; length <= votes.length; length += 1) {
          const decision = decide(spec, votes.slice(0, length))
          if (length >= calls) {
            expect(decision).toEqual(final)
          } else {
            expect(decision.state).toBe('open')
            const until = decision.state === 'open' ? decision.until : NaN
            expect(until).toBeGreaterThanOrEqual(nextStop(spec, length))
            expect(until).toBeGreaterThan(length)
            expect(until).toBeLessThanOrEqual(calls)
          }
        }
      }),
    )
  })

  it('gives an answer that was drawn, null only without one or to OTHER', () => {
    fc.assert(
      fc.property(anySpec, stream, (spec, votes) => {
        const decision = decide(spec, votes)
        if (decision.state === 'open') return
        const drawn = votes.slice(0, decision.calls).map(({ answer }) => answer)
        if (decision.answer !== null) expect(drawn).toContain(decision.answer)
        // DeepConf counts no answer below its bar, and all that have one may lie there.
        else if (decision.reason !== 'other' && spec.method !== 'deepconf')
          expect(drawn.every((answer) => answer === null)).toBe(true)
        if (decision.score === null) expect(decision.answer).toBeNull()
        else expect(decision.score >= 0 && decision.score <= 1).toBe(true)
      }),
    )
  })

  it('does not depend on what the answers are called', () => {
    const renamed = new Map([
      ['A', 'C'],
      ['B', '__proto__'],
      ['C', ''],
    ])
    const rename = (answer: string | null): string | null => (answer === null ? null : (renamed.get(answer) ?? answer))
    fc.assert(
      fc.property(anySpec, stream, (spec, votes) => {
        const decision = decide(spec, votes)
        const other = decide(
          spec,
          votes.map((each) => ({ ...each, answer: rename(each.answer) })),
        )
        expect(decision.state === 'stopped' && { ...decision, answer: rename(decision.answer) }).toEqual(other)
      }),
    )
  })
})

describe('SC, ESC and ASC', () => {
  it('ESC stops at the end of a window or at the budget, and is SC where no window fits', () => {
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 25 }), budget, (votes, window, most) => {
        const spec: TrialMethodSpec = { method: 'esc', window, answerFrom: 'plurality', budget: most }
        const calls = callsOf(spec, votes)
        expect(calls % window === 0 || calls === most).toBe(true)
        if (window > most) expect(decide(spec, votes)).toEqual(decide({ method: 'sc', budget: most }, votes))
      }),
    )
  })

  it('SC charges its whole budget', () => {
    fc.assert(
      fc.property(stream, budget, (votes, most) => {
        expect(callsOf({ method: 'sc', budget: most }, votes)).toBe(most)
      }),
    )
  })

  it('ASC by Dirichlet stops no sooner than by Beta, and just where it does up to eight samples', () => {
    const five = fc.array(
      fc.constantFrom('A', 'A', 'A', 'A', 'B', 'C', 'D').map((answer) => ({ answer, confidences: {} })),
      { minLength: 20, maxLength: 20 },
    )
    fc.assert(
      fc.property(five, fc.integer({ min: 1, max: 20 }), (votes, most) => {
        const beta = decide({ method: 'asc-beta', threshold: 0.95, budget: most }, votes)
        const dirichlet = decide({ method: 'asc-dirichlet', threshold: 0.95, budget: most }, votes)
        if (beta.state !== 'stopped' || dirichlet.state !== 'stopped') throw new Error('a full budget stops')
        expect(dirichlet.calls).toBeGreaterThanOrEqual(beta.calls)
        if (most <= 8) expect([dirichlet.calls, dirichlet.answer]).toEqual([beta.calls, beta.answer])
      }),
      { numRuns: 300 },
    )
  })

  it('ASC at 0.95 is SC up to four samples', () => {
    const criterion = fc.constantFrom('asc-beta' as const, 'asc-dirichlet' as const)
    fc.assert(
      fc.property(stream, criterion, fc.integer({ min: 1, max: 4 }), (votes, method, most) => {
        const asc = decide({ method, threshold: 0.95, budget: most }, votes)
        const sc = decide({ method: 'sc', budget: most }, votes)
        expect(asc.state === 'stopped' && [asc.calls, asc.answer]).toEqual([
          most,
          sc.state === 'stopped' ? sc.answer : undefined,
        ])
      }),
    )
  })
})

describe('CGES', () => {
  it('charges no fewer calls for a larger gamma or a larger minSamples', () => {
    fc.assert(
      fc.property(cgesSpec, stream, fc.double({ min: 0, max: 1, noNaN: true }), (spec, votes, part) => {
        const concrete = { ...spec, otherStops: false }
        const calls = callsOf(concrete, votes)
        const gamma = spec.gamma + (0.99999 - spec.gamma) * part
        expect(callsOf({ ...concrete, gamma }, votes)).toBeGreaterThanOrEqual(calls)
        expect(callsOf({ ...concrete, minSamples: spec.minSamples + 1 }, votes)).toBeGreaterThanOrEqual(calls)
      }),
    )
  })

  it('stops at the same sample whatever budget lies beyond', () => {
    fc.assert(
      fc.property(cgesSpec, stream, (spec, votes) => {
        const wide = decide({ ...spec, budget: 20 }, votes)
        if (wide.state === 'open' || wide.reason === 'budget') return
        for (let most = wide.calls; most < 20; most += 1) expect(decide({ ...spec, budget: most }, votes)).toEqual(wide)
      }),
    )
  })

  it('lets a dissent trigger a stop under dynamic support', () => {
    const votes = [...'AAAB'].map((answer) => ({ answer, confidences: { 'lns-arith': answer === 'A' ? 0.9 : 0.6 } }))
    const spec: TrialMethodSpec = {
      method: 'cges',
      confidence: 'lns-arith',
      gamma: 0.999,
      minSamples: 1,
      support: 'dynamic',
      otherStops: false,
      budget: 16,
    }
    expect(decide(spec, votes.slice(0, 3))).toMatchObject({ state: 'open' })
    expect(decide(spec, votes)).toMatchObject({ calls: 4, answer: 'A', reason: 'threshold' })
    expect(requiredSignals([spec, { method: 'sc', budget: 4 }, { ...spec, gamma: 0.9 }])).toEqual(['lns-arith'])
    expect(requiredSignals([{ ...spec, confidence: 'lns-geom' }, spec])).toEqual(['lns-arith', 'lns-geom'])
    expect(requiredSignals([{ method: 'sc', budget: 4 }])).toEqual([])
  })
})
