import { MethodReport } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { methodReport, type MethodTotals } from './method-report.js'

const spec: MethodSpec = { method: 'asc-beta', threshold: 0.95, budget: 8 }

type Trial = {
  state: 'resolved' | 'open' | 'blocked'
  calls: number
  depth: number
  correct: boolean
  leads: boolean
}

const trial: fc.Arbitrary<Trial> = fc.record({
  state: fc.constantFrom('resolved' as const, 'open' as const, 'blocked' as const),
  calls: fc.integer({ min: 1, max: 8 }),
  depth: fc.integer({ min: 0, max: 7 }),
  correct: fc.boolean(),
  leads: fc.boolean(),
})

function totalsOf(trials: readonly Trial[]): MethodTotals {
  const open = trials.filter(({ state }) => state === 'open')
  const leading = open.filter(({ leads, depth }) => leads && depth > 0)
  return {
    trials: trials.length,
    started: trials.filter(({ state, depth }) => state !== 'open' || depth > 0).length,
    blocked: trials.filter(({ state }) => state === 'blocked').length,
    byCalls: trials
      .filter(({ state }) => state === 'resolved')
      .map(({ calls, correct }) => ({ calls, resolved: 1, correct: correct ? 1 : 0 })),
    openByDepth: open.map(({ depth }) => ({ depth, trials: 1 })),
    leading: leading.length,
    leadingCorrect: leading.filter(({ correct }) => correct).length,
  }
}

describe('methodReport', () => {
  it('always keeps its numbers within their bounds, and never says NaN', () => {
    fc.assert(
      fc.property(fc.array(trial, { maxLength: 30 }), (trials) => {
        const report = MethodReport.parse(methodReport(spec, totalsOf(trials)))
        const { accuracy, accuracyBounds, calls, callsBounds } = report
        expect(accuracyBounds.low).toBeLessThanOrEqual(accuracyBounds.high)
        expect(callsBounds.low).toBeGreaterThanOrEqual(1)
        expect(callsBounds.high).toBeLessThanOrEqual(spec.budget)
        if (accuracy !== null) {
          expect(accuracy.value).toBeGreaterThanOrEqual(accuracyBounds.low - 1e-12)
          expect(accuracy.value).toBeLessThanOrEqual(accuracyBounds.high + 1e-12)
        }
        if (calls !== null) {
          expect(calls).toBeGreaterThanOrEqual(callsBounds.low - 1e-9)
          expect(calls).toBeLessThanOrEqual(callsBounds.high + 1e-9)
        }
      }),
    )
  })

  it('holds the final numbers within every interim bound, whatever the open trials become', () => {
    const unblocked = fc
      .array(trial, { minLength: 1, maxLength: 30 })
      .map((trials) =>
        trials.map((each): Trial => ({ ...each, state: each.state === 'blocked' ? 'open' : each.state })),
      )
    fc.assert(
      fc.property(unblocked, (trials) => {
        const interim = methodReport(spec, totalsOf(trials))
        const ended = trials.map((each): Trial =>
          each.state === 'open' ? { ...each, state: 'resolved', calls: Math.max(each.calls, each.depth + 1) } : each,
        )
        const final = methodReport(spec, totalsOf(ended))
        expect(final.interim).toBe(false)
        expect(final.accuracy?.value).toBeGreaterThanOrEqual(interim.accuracyBounds.low - 1e-12)
        expect(final.accuracy?.value).toBeLessThanOrEqual(interim.accuracyBounds.high + 1e-12)
        expect(final.calls).toBeGreaterThanOrEqual(interim.callsBounds.low - 1e-12)
        expect(final.calls).toBeLessThanOrEqual(interim.callsBounds.high + 1e-12)
      }),
    )
  })

  it('final: counts the resolved, leaves the blocked out, and has closed its bounds on calls', () => {
    const report = methodReport(spec, {
      trials: 5,
      started: 5,
      blocked: 1,
      byCalls: [
        { calls: 4, resolved: 3, correct: 2 },
        { calls: 8, resolved: 1, correct: 0 },
      ],
      openByDepth: [],
      leading: 0,
      leadingCorrect: 0,
    })
    expect(report).toMatchObject({
      key: 'asc-beta:threshold=0.95@8',
      label: 'asc-beta@8',
      interim: false,
      resolved: 4,
      blocked: 1,
      accuracy: { value: 0.5, n: 4 },
      accuracyBounds: { low: 0.4, high: 0.6 },
      calls: 5,
      callsBounds: { low: 5, high: 5 },
      savedAgainstSc: 1 - 5 / 8,
      unresolvedAfter: [1, 1, 1, 1, 0.25, 0.25, 0.25, 0.25, 0],
    })
  })

  const running: MethodTotals = {
    trials: 4,
    started: 4,
    blocked: 0,
    byCalls: [{ calls: 4, resolved: 2, correct: 2 }],
    openByDepth: [{ depth: 6, trials: 2 }],
    leading: 2,
    leadingCorrect: 1,
  }

  it('interim: counts every open trial by its leader, never the resolved alone', () => {
    expect(methodReport(spec, running)).toMatchObject({
      interim: true,
      accuracy: { value: 0.75, n: 4 },
      accuracyBounds: { low: 0.5, high: 1 },
      calls: 6,
      callsBounds: { low: 5.5, high: 6 },
    })
  })

  it('interim: gives no accuracy while an open trial has no leader, or has not started', () => {
    expect(methodReport(spec, { ...running, leading: 1 }).accuracy).toBeNull()
    expect(methodReport(spec, { ...running, started: 3 }).accuracy).toBeNull()
  })

  it('gives no number where there is none to give', () => {
    const nothing = { byCalls: [], openByDepth: [], leading: 0, leadingCorrect: 0 }
    const none = methodReport(spec, { ...nothing, trials: 0, started: 0, blocked: 0 })
    const blocked = methodReport(spec, { ...nothing, trials: 3, started: 3, blocked: 3 })
    for (const report of [none, blocked]) {
      expect(report).toMatchObject({ interim: false, accuracy: null, calls: null, savedAgainstSc: null })
      expect(report.accuracyBounds).toEqual({ low: 0, high: 1 })
      expect(report.callsBounds).toEqual({ low: 1, high: 8 })
    }
    const waiting = { ...nothing, openByDepth: [{ depth: 0, trials: 3 }], trials: 3, started: 0, blocked: 0 }
    expect(methodReport(spec, waiting)).toMatchObject({ interim: true, accuracy: null, calls: null })
  })

  it('bounds calls by where the method can stop', () => {
    const open = { ...running, byCalls: [], openByDepth: [{ depth: 5, trials: 4 }] }
    expect(methodReport({ method: 'sc', budget: 8 }, open).callsBounds).toEqual({ low: 8, high: 8 })
    const esc: MethodSpec = { method: 'esc', window: 4, answerFrom: 'plurality', budget: 16 }
    expect(methodReport(esc, open).callsBounds).toEqual({ low: 8, high: 16 })
  })
})

describe('live', () => {
  it('lies within what no result can leave, and is what the front of the order says', () => {
    fc.assert(
      fc.property(fc.array(trial, { minLength: 1, maxLength: 60 }), (trials) => {
        const open = trials.findIndex(({ state }) => state === 'open')
        const front = open < 0 ? trials : trials.slice(0, open)
        const resolved = front.filter(({ state }) => state === 'resolved')
        const calls = resolved.reduce((sum, each) => sum + each.calls, 0)
        const byCalls = resolved.map((each) => ({ calls: each.calls, resolved: 1, correct: each.correct ? 1 : 0 }))
        const prefix = { closed: front.length, byCalls, paired: null }
        const { live, interim, accuracyBounds, callsBounds } = MethodReport.parse(
          methodReport(spec, { ...totalsOf(trials), prefix }),
        )
        expect(live === null).toBe(!interim || resolved.length === 0)
        if (live === null) return
        expect(live).toMatchObject({ n: front.length, difference: null })
        expect(live.calls).toBeCloseTo(
          Math.min(callsBounds.high, Math.max(callsBounds.low, calls / resolved.length)),
          9,
        )
        const spread = [callsBounds.low, live.callsLow, live.calls, live.callsHigh, callsBounds.high]
        expect(spread).toEqual(spread.toSorted((a, b) => a - b))
        const order = [accuracyBounds.low, live.low, live.value, live.high, accuracyBounds.high]
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
    )
  })

  it('is narrower than the bounds from the first trials on, and not told without them', () => {
    const running: MethodTotals = {
      trials: 240,
      started: 70,
      blocked: 0,
      byCalls: [{ calls: 4, resolved: 64, correct: 57 }],
      openByDepth: [{ depth: 0, trials: 176 }],
      leading: 0,
      leadingCorrect: 0,
    }
    expect(methodReport(spec, running)).toMatchObject({ live: null, accuracy: null })
    const prefix = {
      closed: 60,
      byCalls: [
        { calls: 3, resolved: 30, correct: 30 },
        { calls: 5, resolved: 30, correct: 24 },
      ],
      paired: { baseline: 'sc@16', resolved: 60, wins: 1, losses: 4 },
    }
    const { live } = methodReport(spec, { ...running, prefix })
    expect(live).toMatchObject({ value: 0.9, n: 60, calls: 4, difference: { baseline: 'sc@16', value: -0.05 } })
    expect(live?.low).toBeCloseTo(0.754, 3)
    expect(live?.high).toBeCloseTo(233 / 240, 3)
  })
})

it('final: tells tokens per question, unless those of one are not known', () => {
  const byCalls = [
    { calls: 4, resolved: 3, correct: 2, tokens: 300 },
    { calls: 8, resolved: 1, correct: 0, tokens: 500 },
  ]
  const ended = { trials: 4, started: 4, blocked: 0, byCalls, openByDepth: [], leading: 0, leadingCorrect: 0 }
  const tokensOf = (changes: Partial<MethodTotals>) =>
    methodReport({ method: 'asc-beta', threshold: 0.95, budget: 8 }, { ...ended, ...changes }).tokens
  expect(tokensOf({})).toBe(200)
  expect(tokensOf({ byCalls: byCalls.map((each, at) => (at === 0 ? each : { ...each, tokens: null })) })).toBeNull()
  expect(tokensOf({ byCalls: [] })).toBeNull()
  // What is resolved so far is cheaper than what is not.
  expect(tokensOf({ trials: 5, openByDepth: [{ depth: 6, trials: 1 }] })).toBeNull()
})
