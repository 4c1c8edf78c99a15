import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { tuneTemperature } from './temperature.js'

const BUDGET = 8

/** Questions that samples answer right two times of five, one wrong answer as often; confidences of right and wrong ones. */
function labelled(count: number, confidenceOf: (isRight: boolean) => number, key: string) {
  const random = seededRandom(key)
  const pools = Array.from({ length: count }, () =>
    Array.from({ length: BUDGET }, () => {
      const drawn = random.next()
      const answer = drawn < 0.4 ? 'right' : drawn < 0.8 ? 'wrong' : `other ${random.int(1, 5)}`
      return { answer, confidences: { 'lns-arith': confidenceOf(answer === 'right') } }
    }),
  )
  const recordings = pools.map((_, at) => ({
    id: `${key} ${at}`,
    replicate: 0,
    truth: 'right',
    difficulty: null,
    samples: [],
  }))
  return { recordings, pools }
}

const tuned = (confidenceOf: (isRight: boolean) => number) =>
  tuneTemperature({
    confidence: 'lns-arith',
    budget: BUDGET,
    slice: labelled(60, confidenceOf, 'slice'),
    rest: labelled(300, confidenceOf, 'rest'),
    grades: 'reference',
    random: seededRandom('temperature'),
  })

it('is small where right answers are surer by little, and that holds on the rest', () => {
  const { temperature, area, plainArea, rest } = tuned((isRight) => (isRight ? 0.82 : 0.8))
  expect(temperature).toBeLessThanOrEqual(0.03)
  expect(area).toBeGreaterThan(plainArea + 0.1)
  expect(rest).toMatchObject({ questions: 300 })
  expect(rest.accuracy).toBeGreaterThan(rest.plainAccuracy + 0.1)
  expect(rest.difference?.low).toBeGreaterThan(0)
})

it('is large where wrong answers are surer: then the plurality is the best vote there is', () => {
  const { temperature, rest } = tuned((isRight) => (isRight ? 0.3 : 0.9))
  expect(temperature).toBeGreaterThan(1)
  expect(rest.accuracy).toBeGreaterThan(rest.plainAccuracy)
})

it('is 1 where confidences say nothing', () => {
  const { temperature, area, plainArea } = tuned(() => 0.7)
  expect(temperature).toBe(1)
  expect(area).toBe(plainArea)
})

it('uses as many first samples as the budget, whatever the later ones are', () => {
  const slice = labelled(20, (isRight) => (isRight ? 0.9 : 0.6), 'first')
  const later = {
    ...slice,
    pools: slice.pools.map((pool) => [...pool, ...pool.map((vote) => ({ ...vote, answer: 'x' }))]),
  }
  const of = (on: typeof slice) =>
    tuneTemperature({
      confidence: 'lns-arith',
      budget: BUDGET,
      slice: on,
      rest: on,
      grades: 'reference',
      random: seededRandom('temperature'),
    })
  expect(of(later)).toEqual(of(slice))
})

it('has the mean over one to all samples, in ten orders, as a plain count gives it', () => {
  const slice = labelled(7, () => 0.7, 'few')
  const { plainArea } = tuneTemperature({
    confidence: 'lns-arith',
    budget: BUDGET,
    slice,
    rest: slice,
    grades: 'reference',
    random: seededRandom('temperature'),
  })
  let [right, votes] = [0, 0]
  for (const [question, pool] of slice.pools.entries()) {
    for (let order = 0; order < 10; order += 1) {
      const counts = new Map<string, number>()
      for (const { answer } of seededRandom(`replay ${order} few ${question}`).shuffle(pool)) {
        counts.set(answer, (counts.get(answer) ?? 0) + 1)
        const [leader] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))
        if (leader === 'right') right += 1
        votes += 1
      }
    }
  }
  expect(plainArea).toBeCloseTo(right / votes, 10)
})
