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
      return { answer, signals: {}, confidence: null, reward: null, correct: answer === 'right' }
    })
    return { id: `${at}`, replicate: 0, truth: null, difficulty: null, samples }
  })
  const pools = recordings.map(({ samples }) => samples.map(({ answer }): Vote => ({ answer, confidences: {} })))
  const input = { recordings, pools, seeds: 3, grades: 'recorded' } as const

  it.each([
    'sc@8',
    'esc:window=4@8',
    'asc-beta:threshold=0.9@8',
    'voi@8',
    'mmc:alpha=0.3@8',
    'doubling@8',
    'fixed-total:totalCalls=75@8',
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
    const right = stops.filter(({ answer }) => answer === 'right').length
    expect(point?.accuracy).toBeCloseTo(right / stops.length, 9)
    expect(frontier?.area.low ?? 1).toBeLessThan(frontier?.area.value ?? 0)
    expect(frontierOf(parsed.spec, input)).toEqual(frontier)
  })
})
