import { isCertified, type MethodSpec, parseMethodSpec, seededRandom, type Vote } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { calibrationOf, certifiedStops } from '../certified-stops.js'
import { ordersFor } from '../orders.js'
import type { Recording } from '../recording.js'
import { runSeed, permute } from '../run-seed.js'
import { frontiers } from './frontier.js'

describe('frontiers', () => {
  const random = seededRandom('frontier test')
  const recordings = Array.from({ length: 30 }, (_, at): Recording => {
    const share = random.next()
    const samples = Array.from({ length: 12 }, () => {
      const given = random.next() < share ? 'right' : `wrong ${random.int(1, 3)}`
      const answer = random.next() < 0.1 ? null : given
      const traced = { tokens: random.int(5, 40), minima: { 2: [[2, random.int(1, 9)]] } } as const
      return { answer, signals: {}, confidence: null, reward: null, grade: answer === 'right' ? 1 : 0, ...traced }
    })
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
  const poolsOf = (changes: Partial<Vote> = {}) =>
    recordings.map(({ samples }) =>
      samples.map(({ answer, tokens = 0, minima = {} }): Vote => ({
        answer,
        confidences: {},
        tokens,
        minima,
        ...changes,
      })),
    )
  const pools = poolsOf()
  const input = { recordings, pools, seeds: 3, grades: 'recorded', dscRanking: 'sample' } as const
  const stopsOf = (spec: MethodSpec, seed: number) => {
    const permuted = pools.map((pool, question) => permute(pool, seed, `${question}`))
    if (!isCertified(spec)) return runSeed(spec, permuted, ordersFor(spec, recordings, permuted, 'sample'))
    return certifiedStops(spec, permuted, calibrationOf(spec, recordings, seed)).stops.flatMap((stop) => stop ?? [])
  }

  it.each([
    'sc@8',
    'esc:window=4@8',
    'asc-beta:threshold=0.9@8',
    'voi@8',
    'mmc:alpha=0.3@8',
    'doubling@8',
    'fixed-total:totalCalls=75@8',
    'deepconf:keep=0.5,warmUps=3,window=2@8',
    'bayes@8',
    'dsc:easyRun=4,predictFrom=4@8',
    'asc-beta:calibrate=22,certified=0.1/0.1@8',
  ])('gives %s its own figures at its own value, and the same ones again', (text) => {
    const parsed = parseMethodSpec(text, 8)
    if (!parsed.ok) throw new Error(parsed.problem)
    const frontier = frontiers()(parsed.spec, input)
    const configured = Object.entries(parsed.spec).find(([name]) => name === frontier?.parameter)?.[1]
    const stops = [0, 1, 2].flatMap((seed) => stopsOf(parsed.spec, seed))
    const point = frontier?.points.find(({ at }) => at === (Array.isArray(configured) ? configured[0] : configured))
    expect(point?.calls).toBeCloseTo(stops.reduce((sum, { calls }) => sum + calls, 0) / stops.length, 9)
    expect(point?.tokens).toBeCloseTo(stops.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0) / stops.length, 9)
    const sequential = stops.map((stop) => stop.sequential)
    const isKnown = !sequential.includes(null)
    const mean = sequential.reduce((sum: number, each) => sum + (each ?? 0), 0) / stops.length
    expect(point?.sequential ?? null).toEqual(isKnown ? expect.closeTo(mean, 9) : null)
    expect(frontier?.own.sequential?.value ?? null).toBe(point?.sequential ?? null)
    expect(frontier?.bySequential === null).toBe(!isKnown)
    const right = stops.filter(({ answer }) => answer === 'right').length
    expect(point?.accuracy).toBeCloseTo(right / stops.length, 9)
    expect(frontier?.own.calls.value).toBe(point?.calls)
    expect(frontier?.own.tokens?.value).toBe(point?.tokens)
    expect(frontier?.own.accuracy.value).toBe(point?.accuracy)
    for (const area of [frontier?.area, frontier?.byTokens?.area]) expect(area?.low ?? 1).toBeLessThan(area?.value ?? 0)
    expect(frontiers()(parsed.spec, input)).toEqual(frontier)
  })
  it('says by tokens what it says by calls where every sample has as many, and nothing where one does not tell', () => {
    const spec = { method: 'voi', kappa: 0.01, budget: 8 } as const
    const even = frontiers()(spec, { ...input, pools: poolsOf({ tokens: 10 }) })
    if (even === null || even.byTokens === null) throw new Error('no figures by tokens')
    const { area, atQuarter, toSc, byTokens } = even
    for (const [first, tokens] of [
      [area, byTokens.area],
      [atQuarter, byTokens.atQuarter],
    ] as const)
      for (const part of ['value', 'low', 'high'] as const) expect(tokens[part]).toBeCloseTo(first[part] ?? -1, 9)
    expect(byTokens.toSc.value).toBeCloseTo(10 * (toSc.value ?? 0), 9)
    const uneven = pools.map((pool, question) =>
      question === 7 ? pool.map(({ answer, confidences }) => ({ answer, confidences })) : pool,
    )
    const silent = frontiers()(spec, { ...input, pools: uneven })
    expect(silent?.byTokens).toBeNull()
    expect(new Set(silent?.points.map(({ tokens }) => tokens))).toEqual(new Set([null]))
    expect(silent?.area).toEqual(area)
  })
  it('takes one reply’s time for the whole vote, and one a call for a rule that waits for each', () => {
    const even = { ...input, pools: poolsOf({ tokens: 10 }) }
    const sc = frontiers()({ method: 'sc', budget: 8 }, even)
    expect(sc?.bySequential?.toSc).toEqual({ value: 10, low: 10, high: 10 })
    expect(sc?.points.map((point) => point.sequential)).toEqual(sc?.points.map(() => 10))
    const voi = frontiers()({ method: 'voi', kappa: 0.01, budget: 8 }, even)
    expect(voi?.bySequential?.toSc).toEqual(voi?.byTokens?.toSc)
    const esc = frontiers()({ method: 'esc', answerFrom: 'plurality', window: 4, budget: 8 }, even)
    expect(esc?.own.sequential?.value).toBeCloseTo((esc?.own.calls.value ?? 0) * (10 / 4), 9)
  })
  it('sets each beside the first, on the same questions drawn', () => {
    const sweep = frontiers()
    const sc = sweep({ method: 'sc', budget: 8 }, input)
    const voi = sweep({ method: 'voi', kappa: 0.01, budget: 8 }, input)
    const again = sweep({ method: 'sc', budget: 8 }, input)
    expect(sc?.overFirst).toBeNull()
    expect(again?.overFirst).toEqual({ value: 0, low: 0, high: 0, p: 1 })
    const { value, low, high, p } = voi?.overFirst ?? { value: 0, low: 0, high: 0, p: 1 }
    expect(value).toBeCloseTo((voi?.area.value ?? 0) - (sc?.area.value ?? 0), 12)
    expect(high - low).toBeGreaterThan(0)
    expect(p < 0.05).toBe(low > 0 || high < 0)
    expect(high - low).toBeLessThan(((voi?.area.high ?? 0) - (voi?.area.low ?? 0)) / 2)
  })
})
