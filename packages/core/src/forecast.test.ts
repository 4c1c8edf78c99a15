import { type MethodSpec, parseMethodSpec, seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import {
  forecastCost,
  forecastEvaluation,
  type Observed,
  type Past,
  type Planned,
  tokensShort,
  tokensToEnd,
} from './forecast.js'
import { NO_PAST, timeNeedsWords } from './forecast-words.js'

function method(text: string): MethodSpec {
  const parsed = parseMethodSpec(text, 16)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
}

const NOTHING: Past = { calls: new Map(), tokensPerSample: null, secondsPerSample: null, gpuSecondsPerSample: null }
const ASC = 'asc-beta:threshold=0.95@16'

function planned(changes: Partial<Planned> & { names?: string[] }): Planned {
  const methods = (changes.names ?? ['sc', 'esc:window=4', 'asc-beta']).map(method)
  return { methods, trials: 100, replicates: 1, mostTokens: 1000, slots: 8, past: NOTHING, ...changes }
}

it('without a past gives what the rules allow, and no time', () => {
  const forecast = forecastEvaluation(planned({}))
  expect(forecast.methods.map(({ calls }) => calls)).toEqual([
    { low: 1600, high: 1600, basis: 'bound' },
    { low: 400, high: 1600, basis: 'bound' },
    { low: 100, high: 1600, basis: 'bound' },
  ])
  expect(forecast.samples).toEqual({ low: 1600, high: 1600, basis: 'bound' })
  expect(forecast.tokens).toEqual({ low: 1600, high: 1_600_000, basis: 'bound' })
  expect(forecast.seconds).toBeNull()
  expect(timeNeedsWords(forecast)).toBe(`not known: ${NO_PAST}`)
  expect(timeNeedsWords(forecastEvaluation(planned({ slots: 0 })))).toBe(
    `not known: the pool has no ready worker, and ${NO_PAST}`,
  )
  const past: Past = { ...NOTHING, secondsPerSample: { n: 100, mean: 1, sd: 0 } }
  expect(timeNeedsWords(forecastEvaluation(planned({ past })))).toBeNull()
  expect(timeNeedsWords(forecastEvaluation(planned({ past, slots: 0 })))).toBe(
    'not known: the pool has no ready worker',
  )
  expect(forecastEvaluation(planned({ names: ['dsc'] })).methods[0]?.calls).toMatchObject({ low: 100, high: 1600 })
})

it('costs what GPU time and tokens do, and nothing is said while either is unknown', () => {
  const price = { gpuHour: null, promptMillion: null, completionMillion: null, currency: 'EUR' }
  const past: Past = { ...NOTHING, gpuSecondsPerSample: { n: 1000, mean: 36, sd: 0 } }
  const seen = forecastEvaluation(planned({ names: ['sc'], past }))
  expect(forecastCost(seen, price, 50)).toBeNull()
  expect(forecastCost(forecastEvaluation(planned({})), { ...price, gpuHour: 2 }, 50)).toBeNull()
  // 1,600 samples of 36 s each are 16 GPU hours.
  expect(forecastCost(seen, { ...price, gpuHour: 2 }, 50)).toEqual({ low: 32, high: 32, worst: 32, currency: 'EUR' })
  // Of 1,600 to 1,600,000 tokens at most 80,000 are prompts.
  const byTokens = { ...price, promptMillion: 1, completionMillion: 3 }
  expect(forecastCost(seen, byTokens, 50)).toMatchObject({ low: 1600 / 1e6, high: 4.8, worst: 4.8 })
  expect(forecastCost(seen, { ...byTokens, completionMillion: null }, 50)).toMatchObject({ low: 0, high: 0.08 })
  expect(forecastCost(seen, { ...byTokens, gpuHour: 2 }, 50)?.high).toBeCloseTo(36.8)
})

const forecastOf = (changes: Partial<Planned>) =>
  forecastEvaluation(planned({ names: ['fixed-total:totalCalls=250'], ...changes }))

it('knows what a method that spends a total will be charged, in every replicate', () => {
  expect(forecastOf({}).methods[0]?.calls).toEqual({ low: 250, high: 250, basis: 'bound' })
  expect(forecastOf({}).samples).toEqual({ low: 250, high: 250, basis: 'bound' })
  expect(forecastOf({ trials: 300, replicates: 3 }).methods[0]?.calls.high).toBe(750)
  expect(forecastOf({ trials: 10 }).methods[0]?.calls.high).toBe(160)
})

it('counts trials that are audited whole', () => {
  expect(forecastEvaluation(planned({ names: ['asc-beta', 'sc@4'], audited: 5 })).samples).toEqual({
    low: 5 * 16 + 95 * 4,
    high: 1600,
    basis: 'bound',
  })
  expect(forecastOf({ audited: 10 }).samples).toEqual({ low: 250, high: 250 + 10 * 15, basis: 'bound' })
  expect(forecastEvaluation(planned({ audited: 10 })).samples).toMatchObject({ low: 1600, high: 1600 })
})

it('takes as little as an early end leaves, and as much as all trials', () => {
  const early = forecastEvaluation(planned({ earliest: 40, audited: 5 }))
  expect(early.methods.map(({ calls }) => calls)).toEqual([
    { low: 640, high: 1600, basis: 'bound' },
    { low: 160, high: 1600, basis: 'bound' },
    { low: 40, high: 1600, basis: 'bound' },
  ])
  expect(early.samples).toEqual({ low: 640, high: 1600, basis: 'bound' })
  expect(early.tokens).toEqual({ low: 640, high: 1_600_000, basis: 'bound' })
  expect(forecastEvaluation(planned({ earliest: 100 }))).toEqual(forecastEvaluation(planned({})))
  expect(forecastOf({ earliest: 40 }).samples).toMatchObject({ low: 250, high: 250 })
})

it('with a past gives intervals around it, inside what the rules allow', () => {
  const seen: Observed = { n: 400, mean: 6, sd: 3 }
  const past: Past = {
    calls: new Map([[ASC, seen]]),
    tokensPerSample: { n: 1000, mean: 500, sd: 200 },
    secondsPerSample: { n: 1000, mean: 4, sd: 1 },
    gpuSecondsPerSample: { n: 1000, mean: 0.5, sd: 0.1 },
  }
  const forecast = forecastEvaluation(planned({ names: ['asc-beta'], past }))
  expect(forecast.worst).toEqual({ samples: 1600, tokens: 1_600_000 })
  expect(forecast.gpuSeconds?.high).toBeGreaterThan(600 * 0.5)
  expect(forecast.gpuSeconds?.high).toBeLessThan(forecast.samples.high)
  const reach = 1.96 * 3 * Math.sqrt(100 + 100 ** 2 / 400)
  expect(forecast.methods[0]?.calls.low).toBeCloseTo(600 - reach, 9)
  expect(forecast.methods[0]?.calls.high).toBeCloseTo(600 + reach, 9)
  expect(forecast.samples.basis).toBe('past')
  expect(forecast.tokens.low).toBeLessThan(600 * 500)
  expect(forecast.tokens.high).toBeGreaterThan(600 * 500)
  expect(forecast.seconds?.low).toBeLessThan((600 * 4) / 8)
  expect(forecast.seconds?.high).toBeGreaterThan((600 * 4) / 8)
  const wild = forecastEvaluation(
    planned({ names: ['asc-beta'], past: { ...past, calls: new Map([[ASC, { n: 40, mean: 8, sd: 60 }]]) } }),
  )
  expect(wild.methods[0]?.calls).toMatchObject({ low: 100, high: 1600 })
})

it('says of every total whether it rests on the past, also beside a method whose cost is certain', () => {
  const seen: Observed = { n: 400, mean: 6, sd: 3 }
  const past: Past = { ...NOTHING, calls: new Map([[ASC, seen]]), tokensPerSample: { n: 1000, mean: 500, sd: 200 } }
  const together = forecastEvaluation(planned({ names: ['sc', 'asc-beta'], past }))
  expect(together.samples).toEqual({ low: 1600, high: 1600, basis: 'bound' })
  expect(together.tokens.basis).toBe('past')
  const short = { ...method('sc'), budget: 4 }
  const uncertain = forecastEvaluation({ ...planned({ past }), methods: [short, method('asc-beta')] })
  expect(uncertain.samples.basis).toBe('past')
  const unseen = forecastEvaluation(planned({ names: ['asc-beta'], past: { ...past, calls: new Map() } }))
  expect([unseen.samples.basis, unseen.tokens.basis]).toEqual(['bound', 'past'])
})

it('does not take a few observations for a past', () => {
  const few: Observed = { n: 29, mean: 6, sd: 3 }
  const past: Past = {
    calls: new Map([[ASC, few]]),
    tokensPerSample: few,
    secondsPerSample: few,
    gpuSecondsPerSample: few,
  }
  const forecast = forecastEvaluation(planned({ names: ['asc-beta'], past }))
  expect(forecast.methods[0]?.calls.basis).toBe('bound')
  expect(forecast.tokens.basis).toBe('bound')
  expect([forecast.seconds, forecast.gpuSeconds]).toEqual([null, null])
})

it('holds the total in about 95 of 100 cases', () => {
  const random = seededRandom('forecast')
  const draw = (count: number) => Array.from({ length: count }, () => (random.next() < 0.7 ? random.int(2, 5) : 16))
  let held = 0
  for (let time = 0; time < 2000; time += 1) {
    const seen = draw(60)
    const mean = seen.reduce((sum, one) => sum + one, 0) / seen.length
    const sd = Math.sqrt(seen.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (seen.length - 1))
    const past = { ...NOTHING, calls: new Map([[ASC, { n: seen.length, mean, sd }]]) }
    const [method] = forecastEvaluation(planned({ names: ['asc-beta'], past })).methods
    const { low, high } = method?.calls ?? { low: 0, high: 0 }
    const total = draw(100).reduce((sum, one) => sum + one, 0)
    if (low <= total && total <= high) held += 1
  }
  expect(held / 2000).toBeGreaterThan(0.92)
  expect(held / 2000).toBeLessThan(0.98)
})

it('says what a call may use and what remains, only if it does not fit', () => {
  const short = { kind: 'team_tokens_of_call', counts: { most: 5265, left: 3000 }, why: null }
  expect(tokensShort(5265, 3000)).toEqual(short)
  expect([tokensShort(5265, 5265), tokensShort(5265, null)]).toEqual([null, null])
})

it('counts the last call at what it reserves, and those before it at what they take', () => {
  expect(tokensToEnd({ calls: 1, tokens: 300 }, 5265)).toBe(5265)
  expect(tokensToEnd({ calls: 80, tokens: 24_000 }, 5265)).toBe(23_700 + 5265)
  expect(tokensToEnd({ calls: 0, tokens: 0 }, 5265)).toBe(0)
})
