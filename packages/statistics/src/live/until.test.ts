import type { MethodsUntil, UntilLook } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { liveDifference } from './live-difference.js'
import { liveInterval } from './live-interval.js'
import { expectedEnd, seenByOutcomes, untilState } from './until.js'

type Answers = readonly boolean[]

/** Of each method whether it has each question of the order right. */
type Run = Readonly<Record<string, Answers>>

function look(run: Run, until: MethodsUntil, closed: number): UntilLook {
  const trials = Object.values(run)[0]?.length ?? 0
  const first = (key: string) => (run[key] ?? []).slice(0, closed)
  const methods = Object.keys(run).map((key) => ({ key, right: first(key).filter(Boolean).length, unknown: 0 }))
  const pair = (method: string, other: string) => {
    const [a, b] = [first(method), first(other)]
    const wins = a.filter((right, at) => right && !b[at]).length
    return { wins, losses: b.filter((right, at) => right && !a[at]).length, unknown: 0 }
  }
  return untilState(until, { trials, closed, methods, pair })
}

/** Looks after every 25 questions, and at the end; where it first holds, with what it showed. */
function firstHeld(run: Run, until: MethodsUntil): { readonly closed: number; readonly state: UntilLook } {
  const trials = Object.values(run)[0]?.length ?? 0
  for (let closed = 25; closed < trials; closed += 25) {
    const state = look(run, until, closed)
    if (state.holds) return { closed, state }
  }
  return { closed: trials, state: look(run, until, trials) }
}

/** Methods that are right as often as said, the first at random, the others where it is but for so many gained and lost. */
function randomRun(seed: number, questions: number, accuracy: number, changes: readonly (readonly [number, number])[]) {
  const random = seededRandom(`run ${seed}`).next
  const sc = Array.from({ length: questions }, () => random() < accuracy)
  const others = changes.map(([lost, gained]) => sc.map((right) => (right ? random() >= lost : random() < gained)))
  return Object.fromEntries([sc, ...others].map((answers, at) => [`m${at}`, answers])) as Run
}

const accuracyOf = (run: Run, key: string) => (run[key] ?? []).filter(Boolean).length / (run[key]?.length ?? 1)

describe('accuracy', () => {
  it('holds once every interval is narrow enough, and each holds the accuracy of the whole run', () => {
    const run = randomRun(3, 4000, 0.7, [[0.05, 0.1]])
    const { closed, state } = firstHeld(run, { kind: 'accuracy', atLeast: 1, width: 0.08 })
    expect(closed).toBeGreaterThan(300)
    expect(closed).toBeLessThan(2000)
    for (const { key, low, high, outcome } of state.decisions) {
      expect(outcome).toBe('narrow')
      expect(high - low).toBeLessThanOrEqual(0.08)
      expect(accuracyOf(run, key)).toBeGreaterThanOrEqual(low)
      expect(accuracyOf(run, key)).toBeLessThanOrEqual(high)
    }
  })
})

const unsure = (unknown: number) => ({
  trials: 1000,
  closed: 400,
  methods: ['a', 'b'].map((key) => ({ key, right: 300, unknown })),
  pair: () => ({ wins: 4, losses: 4, unknown }),
})

describe('decided', () => {
  const until: MethodsUntil = { kind: 'decided', atLeast: 1, baseline: 'm0', margin: 0.02 }

  it('tells a method that keeps up from one that loses more than the margin', () => {
    const run = randomRun(5, 6000, 0.7, [
      [0.01, 0.02],
      [0.12, 0.02],
    ])
    const { closed, state } = firstHeld(run, until)
    expect(closed).toBeLessThan(3000)
    expect(state.decisions.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['m1', 'close'],
      ['m2', 'worse'],
    ])
  })

  it('takes a question without a verdict both ways', () => {
    expect(untilState({ kind: 'decided', atLeast: 1, baseline: 'a', margin: 0.03 }, unsure(0)).holds).toBe(true)
    expect(untilState({ kind: 'decided', atLeast: 1, baseline: 'a', margin: 0.03 }, unsure(20)).holds).toBe(false)
  })

  it('is exact at the end, whatever the margin', () => {
    const run = randomRun(7, 60, 0.5, [[0.3, 0.3]])
    const difference = accuracyOf(run, 'm1') - accuracyOf(run, 'm0')
    for (const margin of [0, 0.01, 0.05, 0.2]) {
      const [decision] = look(run, { ...until, margin }, 60).decisions
      expect(decision?.outcome).toBe(difference < -margin ? 'worse' : 'close')
    }
  })
})

describe('best', () => {
  it('holds once the leader is ahead of some and level with the rest', () => {
    const run = randomRun(11, 6000, 0.7, [
      [0.3, 0.02],
      [0.005, 0.01],
    ])
    const { closed, state } = firstHeld(run, { kind: 'best', atLeast: 1, margin: 0.03 })
    expect(closed).toBeLessThan(3000)
    const outcomes = Object.fromEntries(state.decisions.map(({ key, outcome }) => [key, outcome]))
    expect(outcomes['m1']).toBe('worse')
    expect([outcomes['m0'], outcomes['m2']].toSorted()).toEqual(['close', 'leads'])
  })

  it('goes on while a method may still be better by more than the margin', () => {
    const seen = {
      trials: 10_000,
      closed: 100,
      methods: [
        { key: 'a', right: 71, unknown: 0 },
        { key: 'b', right: 70, unknown: 0 },
      ],
      pair: (method: string) =>
        method === 'a' ? { wins: 11, losses: 10, unknown: 0 } : { wins: 10, losses: 11, unknown: 0 },
    }
    expect(
      untilState({ kind: 'best', atLeast: 1, margin: 0.02 }, seen).decisions.map(({ outcome }) => outcome),
    ).toEqual(['leads', 'open'])
  })
})

it('goes on while a method whose verdicts are missing may be better than the leader', () => {
  const seen = {
    trials: 1000,
    closed: 1000,
    methods: [
      { key: 'a', right: 720, unknown: 0 },
      { key: 'b', right: 710, unknown: 20 },
    ],
    pair: () => ({ wins: 5, losses: 0, unknown: 20 }),
  }
  const outcomes = (margin: number) =>
    untilState({ kind: 'best', atLeast: 1, margin }, seen).decisions.map(({ outcome }) => outcome)
  expect(outcomes(0.02)).toEqual(['leads', 'open'])
  expect(outcomes(0.03)).toEqual(['leads', 'close'])
})

it('divides α among the methods, among those beside the baseline, and among all pairs', () => {
  const counts = { wins: 12, losses: 9, unknown: 0 }
  const seen = {
    trials: 2000,
    closed: 500,
    methods: ['a', 'b', 'c', 'd'].map((key, at) => ({ key, right: 400 - at, unknown: 0 })),
    pair: () => counts,
  }
  const limits = (until: MethodsUntil) => untilState(until, seen).decisions.map(({ low, high }) => [low, high])
  const difference = (alpha: number) => {
    const { low, high } = liveDifference({ trials: 2000, closed: 500, ...counts }, alpha)
    return [low, high]
  }
  const { low, high } = liveInterval({ trials: 2000, closed: 500, right: 400, unknown: 0 }, 0.05 / 4)
  expect(limits({ kind: 'accuracy', atLeast: 1, width: 0.1 })[0]).toEqual([low, high])
  expect(limits({ kind: 'decided', atLeast: 1, baseline: 'a', margin: 0.01 })).toEqual(
    Array(3).fill(difference(0.05 / 3)),
  )
  expect(limits({ kind: 'best', atLeast: 1, margin: 0.01 }).slice(1)).toEqual(Array(3).fill(difference(0.05 / 6)))
})

it('decides wrongly in at most 5 % of runs, however many methods and looks', () => {
  const runs = 150
  let decidedWrongly = 0
  let bestWrongly = 0
  for (let seed = 0; seed < runs; seed += 1) {
    // At the margin itself, where a wrong decision is likeliest.
    const run = randomRun(1000 + seed, 600, 0.6, [
      [0.05, 0.02],
      [0.06, 0.02],
      [0.05, 0.03],
    ])
    const decided = firstHeld(run, { kind: 'decided', atLeast: 1, baseline: 'm0', margin: 0.02 }).state
    const isWrong = decided.decisions.some(({ key, outcome }) => {
      const difference = accuracyOf(run, key) - accuracyOf(run, 'm0')
      return outcome === 'worse' ? difference >= -0.02 : difference < -0.02 - 1e-9
    })
    if (isWrong) decidedWrongly += 1
    const best = firstHeld(run, { kind: 'best', atLeast: 1, margin: 0.02 }).state
    const leader = best.decisions.find(({ outcome }) => outcome === 'leads')?.key ?? ''
    const most = Math.max(...Object.keys(run).map((key) => accuracyOf(run, key)))
    if (accuracyOf(run, leader) < most - 0.02 - 1e-9) bestWrongly += 1
  }
  expect(decidedWrongly / runs).toBeLessThanOrEqual(0.05)
  expect(bestWrongly / runs).toBeLessThanOrEqual(0.05)
})

describe('expectedEnd', () => {
  const counts = [
    { outcomes: '11', trials: 680 },
    { outcomes: '00', trials: 290 },
    { outcomes: '10', trials: 12 },
    { outcomes: '01', trials: 14 },
    { outcomes: '12', trials: 4 },
  ]
  const seen = (trials: number) => seenByOutcomes(['a', 'b'], counts, trials)

  it('counts what methods have right, won, lost and left open', () => {
    const prefix = seen(12_000)
    expect(prefix.closed).toBe(1000)
    expect(prefix.methods).toEqual([
      { key: 'a', right: 696, unknown: 0 },
      { key: 'b', right: 694, unknown: 4 },
    ])
    expect(prefix.pair('b', 'a')).toEqual({ wins: 14, losses: 12, unknown: 4 })
  })

  it('is where the same proportions first hold, to a twentieth, and never before what is closed', () => {
    const until: MethodsUntil = { kind: 'accuracy', width: 0.04, atLeast: 50 }
    const end = expectedEnd(until, seen(12_000))
    expect(end).toBeGreaterThan(3000)
    expect(end).toBeLessThan(7000)
    expect(expectedEnd({ ...until, width: 0.2 }, seen(12_000))).toBe(1000)
    expect(expectedEnd({ ...until, width: 0.001 }, seen(12_000))).toBe(12_000)
    expect(expectedEnd({ ...until, atLeast: 20_000 }, seen(12_000))).toBe(12_000)
    expect(expectedEnd({ kind: 'decided', baseline: 'a', margin: 0.02, atLeast: 50 }, seen(12_000))).toBeLessThan(6000)
  })
})
