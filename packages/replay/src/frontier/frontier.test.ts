import { isSetMethod, parseMethodSpec, seededRandom, type Vote } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import type { Recording } from '../recording.js'
import { runSeed, permute } from '../run-seed.js'
import { frontierOf } from './frontier.js'

describe('frontierOf', () => {
  const random = seededRandom('frontier test')
  const recordings = Array.from({ length: 30 }, (_, at): Recording => {
    const share = random.next()
    const samples = Array.from({ length: 12 }, () => {
      const answer = random.next() < share ? 'right' : `wrong ${random.int(1, 3)}`
      const traced = { tokens: random.int(5, 40), minima: { 2: [[2, random.int(1, 9)]] } } as const
      return { answer, signals: {}, confidence: null, reward: null, correct: answer === 'right', ...traced }
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
  const input = { recordings, pools, seeds: 3, grades: 'recorded' } as const

  it.each([
    'sc@8',
    'esc:window=4@8',
    'asc-beta:threshold=0.9@8',
    'voi@8',
    'mmc:alpha=0.3@8',
    'doubling@8',
    'fixed-total:totalCalls=75@8',
    'deepconf:keep=0.5,warmUps=3,window=2@8',
  ])('gives %s its own figures at its own value, and the same ones again', (text) => {
    const parsed = parseMethodSpec(text, 8)
    if (!parsed.ok) throw new Error(parsed.problem)
    const frontier = frontierOf(parsed.spec, input)
    const own = Object.entries(parsed.spec).find(([name]) => name === frontier?.parameter)?.[1]
    const stops = [0, 1, 2].flatMap((seed) =>
      runSeed(
        parsed.spec,
        pools.map((pool, question) => permute(pool, seed, `${question}`)),
        isSetMethod(parsed.spec) ? [[...pools.keys()]] : [],
      ),
    )
    const point = frontier?.points.find(({ at }) => at === own)
    expect(point?.calls).toBeCloseTo(stops.reduce((sum, { calls }) => sum + calls, 0) / stops.length, 9)
    expect(point?.tokens).toBeCloseTo(stops.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0) / stops.length, 9)
    const right = stops.filter(({ answer }) => answer === 'right').length
    expect(point?.accuracy).toBeCloseTo(right / stops.length, 9)
    for (const area of [frontier?.area, frontier?.byTokens?.area]) expect(area?.low ?? 1).toBeLessThan(area?.value ?? 0)
    expect(frontierOf(parsed.spec, input)).toEqual(frontier)
  })
  it('says by tokens what it says by calls where every sample has as many, and nothing where one does not tell', () => {
    const spec = { method: 'voi', kappa: 0.01, budget: 8 } as const
    const even = frontierOf(spec, { ...input, pools: poolsOf({ tokens: 10 }) })
    if (even === null || even.byTokens === null) throw new Error('no figures by tokens')
    const { area, atQuarter, toSc, byTokens } = even
    for (const [own, tokens] of [
      [area, byTokens.area],
      [atQuarter, byTokens.atQuarter],
    ] as const)
      for (const part of ['value', 'low', 'high'] as const) expect(tokens[part]).toBeCloseTo(own[part] ?? -1, 9)
    expect(byTokens.toSc.value).toBeCloseTo(10 * (toSc.value ?? 0), 9)
    const uneven = pools.map((pool, question) =>
      question === 7 ? pool.map(({ answer, confidences }) => ({ answer, confidences })) : pool,
    )
    const silent = frontierOf(spec, { ...input, pools: uneven })
    expect(silent?.byTokens).toBeNull()
    expect(new Set(silent?.points.map(({ tokens }) => tokens))).toEqual(new Set([null]))
    expect(silent?.area).toEqual(area)
  })
})
