import { methodKey, type MethodSpec, parseMethodSpec } from '@cges-fleet/methods'
import { MethodCurve } from '@cges-fleet/core'
import { describe, expect, it } from 'vitest'
import type { EvaluationTable } from '../evaluation/evaluation-table.js'
import { BUDGET, chance, decided } from './chance-table.js'
import { methodCurves } from './method-curves.js'
import { readableVotes, trialVotes } from './trial-votes.js'

const METHODS = [
  'sc@12',
  'sc@5',
  'esc:window=3@12',
  'asc-beta:threshold=0.91@12',
  'asc-dirichlet@12',
  'cges:confidence=lns-arith,gamma=0.991@12',
  'cges:confidence=lns-arith,gamma=0.9,minSamples=3,support=5@12',
]

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0)

function resultsOf({ calls, grade }: EvaluationTable['methods'][number]) {
  const trials = calls.filter((count) => count > 0).length
  return { calls: sum(calls) / trials, accuracy: sum(grade.map((each) => (each === 1 ? 1 : 0))) / trials }
}

function specOf(text: string): MethodSpec {
  const parsed = parseMethodSpec(text, BUDGET)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

describe('curves', () => {
  const table = chance(METHODS)
  const curves = methodCurves(table).map((curve) => MethodCurve.parse(curve))

  it('pass exactly through the figures of every method at its own parameter', () => {
    expect(curves.map(({ key }) => key)).toEqual(table.methods.map(({ key }) => key))
    for (const [place, { own, points, missing, left }] of curves.entries()) {
      const method = table.methods[place]
      expect([missing, left]).toEqual([null, 0])
      expect(points.find(({ at }) => at === own)).toMatchObject(method === undefined ? {} : resultsOf(method))
    }
  })

  it('tell the tokens of exactly the calls charged, and none where those of one call are not known', () => {
    const tokens = Float64Array.from(table.samples.tokens, (_, at) => 50 + ((at * 37) % 101))
    const withTokens = { ...table, samples: { ...table.samples, tokens } }
    for (const [place, { own, points }] of methodCurves(withTokens).entries()) {
      const calls = withTokens.methods[place]?.calls ?? new Int32Array()
      const charged = calls.reduce((total, count, trial) => {
        const from = withTokens.trials.samplesFrom[trial] ?? 0
        return total + sum(tokens.subarray(from, from + count))
      }, 0)
      expect(points.find(({ at }) => at === own)?.tokens).toBeCloseTo(charged / calls.length, 9)
    }
    tokens[7] = Number.NaN
    const [sc] = methodCurves(withTokens)
    expect(sc?.points.filter((point) => point.tokens !== null).map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it.each([
    ['sc@12', 'sc@8', 8],
    ['esc:window=3@12', 'esc:window=5@12', 5],
    ['asc-beta:threshold=0.91@12', 'asc-beta:threshold=0.97@12', 0.97],
    ['cges:confidence=lns-arith,gamma=0.991@12', 'cges:confidence=lns-arith,gamma=0.9@12', 0.9],
  ] as const)('of %s give what another run would have given', (text, other, at) => {
    const run = decided(chance([other]))
    const curve = curves.find(({ key }) => key === methodKey(specOf(text)))
    const [method] = run.methods
    expect(curve?.points.find((point) => point.at === at)).toMatchObject(method === undefined ? {} : resultsOf(method))
  })

  it('count what a test stopped, and how often wrongly', () => {
    const [sc, , , asc] = curves
    expect(sc?.points.every(({ stopped, error }) => stopped === 0 && error === null)).toBe(true)
    const configured = asc?.points.find(({ at }) => at === 0.91)
    expect(configured?.stopped).toBeGreaterThan(60)
    expect(configured?.error).toMatchObject({ n: configured?.stopped, value: expect.any(Number) })
    expect(configured?.error?.low).toBeLessThan(configured?.error?.value ?? 0)
  })

  it('have an area between one call and the whole budget, within its interval, and none where values are left out', () => {
    const [sc] = curves
    const share = (calls: number) => sc?.points.find(({ at }) => at === calls)?.accuracy ?? 0
    // SC's line stands at 1, 2, …, 6, 8, 10, 12 calls: trapezoids between them.
    const at = [1, 2, 3, 4, 5, 6, 8, 10, 12]
    const area = at.slice(1).reduce((sum, b, i) => sum + ((b - (at[i] ?? 0)) * (share(at[i] ?? 0) + share(b))) / 2, 0)
    expect(sc?.area?.value).toBeCloseTo(area / 11, 12)
    for (const { area: found } of curves) {
      expect(found?.low).toBeLessThan(found?.value ?? 0)
      expect(found?.high).toBeGreaterThan(found?.value ?? 1)
    }
  })

  it('have an area over tokens: that over calls where every call takes as many, and none where some are not known', () => {
    const even = methodCurves(table)
    for (const { area, areaByTokens } of even) {
      expect(areaByTokens?.value).toBeCloseTo(area?.value ?? 0, 12)
      expect(areaByTokens?.low).toBeCloseTo(area?.low ?? 0, 12)
    }
    // Later calls of a trial take more: SC's line lies by tokens at 1, 3, 6, … times those of the first call.
    const tokens = Float64Array.from(table.samples.tokens, (_, at) => 10 * ((at % BUDGET) + 1))
    const withTokens = { ...table, samples: { ...table.samples, tokens } }
    const [sc] = methodCurves(withTokens)
    const line = (sc?.points ?? []).map(({ at, accuracy }) => ({ x: (at * (at + 1)) / 2, accuracy }))
    const area = line.slice(1).reduce((total, b, i) => {
      const a = line[i] ?? b
      return total + ((b.x - a.x) * (a.accuracy + b.accuracy)) / 2
    }, 0)
    expect(sc?.areaByTokens?.value).toBeCloseTo(area / (78 - 1), 12)
    expect(sc?.areaByTokens?.low).toBeLessThan(sc?.areaByTokens?.value ?? 0)
    tokens[2] = Number.NaN
    expect(methodCurves(withTokens).map(({ areaByTokens }) => areaByTokens)).toEqual(METHODS.map(() => null))
  })

  it('set counting alone beside CGES, and beside nothing else', () => {
    const alone = curves.map(({ constant }) => constant?.points.length ?? null)
    expect(alone).toEqual([null, null, null, null, null, curves[5]?.points.length, curves[6]?.points.length])
    const right = table.samples.correct.reduce((sum, each) => sum + each, 0)
    const answers = table.samples.answer.filter((answer) => answer !== 0).length
    expect(curves[5]?.constant?.confidence).toBeCloseTo(right / answers, 12)
    expect(curves[5]?.constant?.points).not.toEqual(curves[5]?.points)
  })
})

it('leave out every value that would have needed samples nobody drew', () => {
  const whole = chance(['cges:confidence=lns-arith,gamma=0.9@12'])
  const ends = whole.methods[0]?.calls ?? new Int32Array()
  const kept = [...ends].flatMap((calls, trial) => Array.from({ length: calls }, (_, at) => trial * BUDGET + at))
  const short: EvaluationTable = {
    ...whole,
    trials: { ...whole.trials, samplesFrom: Int32Array.from([0, ...ends], sumUp()) },
    samples: {
      ...whole.samples,
      answer: Int32Array.from(kept, (at) => whole.samples.answer[at] ?? 0),
      correct: Uint8Array.from(kept, (at) => whole.samples.correct[at] ?? 0),
      signals: new Map([
        ['lns-arith', Float64Array.from(kept, (at) => whole.samples.signals.get('lns-arith')?.[at] ?? 0)],
      ]),
    },
  }
  const before = methodCurves(whole)[0]
  const after = methodCurves(short)[0]
  expect(after?.points).toEqual(before?.points.filter(({ at }) => at <= 0.9))
  expect(after?.left).toBe((before?.points.length ?? 0) - (after?.points.length ?? 0))
  expect(after?.left).toBeGreaterThan(5)
  expect([before?.area === null, after?.area]).toEqual([false, null])
})

it('are not drawn where a replay gives other verdicts, where questions are ranked, and where nothing was decided', () => {
  const table = chance(['sc@12', 'dsc@12', 'esc:window=3@12', 'asc-beta@12'])
  const [sc, , , asc] = table.methods
  if (sc === undefined || asc === undefined) throw new Error('no methods')
  sc.grade[0] = sc.grade[0] === 1 ? 0 : 1
  asc.calls[0] = (asc.calls[0] ?? 0) + 1
  table.methods[2]?.calls.fill(0)
  const missing = methodCurves(table).map(({ missing, points }) => [missing?.kind, points.length])
  expect(missing).toEqual([
    ['differs', 0],
    ['ranked', 0],
    ['no_verdict', 0],
    ['differs', 0],
  ])
})

it('read a blocked trial only as far as another method was charged, and no vote that lacks its confidence', () => {
  const table = chance(['sc@12', 'esc:window=3@12'])
  const [sc, esc] = table.methods
  if (sc === undefined || esc === undefined) throw new Error('no methods')
  const early = esc.calls.findIndex((calls) => calls < 12)
  expect(trialVotes(table, early)).toHaveLength(12)
  sc.calls[early] = 0
  expect(trialVotes(table, early)).toHaveLength(esc.calls[early] ?? -1)
  const votes = trialVotes(table, early + 1).map((vote, at) => (at === 4 ? { answer: '1', confidences: {} } : vote))
  expect(readableVotes(specOf('cges:confidence=lns-arith,gamma=0.9@12'), votes)).toHaveLength(4)
  expect(readableVotes(specOf('sc@12'), votes)).toHaveLength(12)
  const three = ['1', '2', '1', '3'].map((answer) => ({ answer, confidences: { 'lns-arith': 0.5 } }))
  expect(readableVotes(specOf('cges:confidence=lns-arith,gamma=0.9,support=2@12'), three)).toHaveLength(3)
})

function sumUp(): (value: number) => number {
  let sum = 0
  return (value) => (sum += value)
}
