import { seededRandom } from '@cges-fleet/methods'
import { pairedInterval, resample } from '@cges-fleet/statistics'
import { expect, it } from 'vitest'
import { againstBaselines, pairedDifferences, RecordingSums } from './paired-differences.js'
import type { Recording } from './recording.js'

const recordings = (ids: readonly string[]) =>
  ids.map((id, at): Recording => ({ id, replicate: at, truth: '1', difficulty: null, samples: [] }))

type Outcome = readonly [right: number, calls: number, tokens?: number | undefined]

function replayed(method: string, outcomes: readonly (readonly Outcome[])[]) {
  const sums = new RecordingSums(outcomes.length)
  for (const [place, orders] of outcomes.entries())
    for (const [right, calls, tokens = Number.NaN] of orders) sums.add(place, { right, calls, tokens })
  return { result: { method, label: method, budget: 4 }, sums }
}

const IDS = Array.from({ length: 40 }, (_, at) => `q${at}`)

it('compares each question by its mean over the orders', () => {
  const sc = replayed(
    'sc@4',
    IDS.map((_, at) => [[at % 2, 4]]),
  )
  // Right once in two orders, with one call and then three.
  const own = replayed(
    'own',
    IDS.map(() => [
      [1, 1],
      [0, 3],
    ]),
  )
  const [ofSc, against] = againstBaselines([sc, own], recordings(IDS))
  expect(ofSc).toBeNull()
  expect(against).toMatchObject({ baseline: 'sc@4', accuracy: { value: 0 }, calls: { value: -2, low: -2, high: -2 } })
  expect(against?.accuracy.low).toBeLessThan(-0.1)
  expect(against?.accuracy.high).toBeGreaterThan(0.1)
})

it('has the interval of an evaluation’s report', () => {
  const [right, sc] = [0.7, 0.5].map((share) => {
    const random = seededRandom(`share ${share}`)
    return Float64Array.from(IDS, () => (random.next() < share ? 1 : 0))
  })
  if (right === undefined || sc === undefined) throw new Error('two columns')
  const [calls, pairs] = [new Float64Array(40).fill(3), new Float64Array(40).fill(1)]
  const alike = { calls, tokens: calls }
  const [found] = pairedDifferences([{ method: { right, ...alike }, baseline: { right: sc, ...alike }, pairs }])
  const resampling = resample([right, sc, pairs], 10_000, seededRandom('statistics').next)
  expect(found?.accuracy).toMatchObject(pairedInterval(resampling, [right, sc], pairs) ?? {})
})

it('has the tokens too, where those of all samples are known', () => {
  const sc = (tokens: number | undefined) =>
    replayed(
      'sc@4',
      IDS.map(() => [[1, 4, tokens]]),
    )
  const own = replayed(
    'own',
    IDS.map((_, at) => [[1, 1, at % 2 === 0 ? 20 : 40]]),
  )
  const tokensAgainst = (tokens: number | undefined) =>
    againstBaselines([sc(tokens), own], recordings(IDS))[1]?.tokens ?? null
  expect(tokensAgainst(100)?.value).toBe(-70)
  expect(tokensAgainst(100)?.low).toBeLessThan(-70)
  expect(tokensAgainst(100)?.high).toBeGreaterThan(-70)
  expect(tokensAgainst(undefined)).toBeNull()
})

it('takes replicates of a question together, and only what both methods decided', () => {
  const whole = replayed('sc@4', [[[1, 4]], [[1, 4]], [[0, 4]]])
  const partly = replayed('own', [[[1, 2]], [], [[1, 2]]])
  const [, against] = againstBaselines([whole, partly], recordings(['a', 'b', 'a']))
  expect(against).toMatchObject({ accuracy: { value: 0.5 }, calls: { value: -2 } })
})

it('takes the first method for the baseline if there is no SC', () => {
  const one = replayed('asc-beta@4', [[[1, 2]], [[1, 2]]])
  const other = replayed('own', [[[1, 1]], [[0, 1]]])
  const [first, second] = againstBaselines([one, other], recordings(['a', 'b']))
  expect(first).toBeNull()
  expect(second).toMatchObject({ baseline: 'asc-beta@4', accuracy: { value: -0.5 }, calls: { value: -1 } })
})
