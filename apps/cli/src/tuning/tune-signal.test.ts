import { GAMMA_GRID, seededRandom } from '@cges-fleet/methods'
import { FIXED_GAMMA, type Labelled, type Recording, type TunedTemperature, tuneSignal } from '@cges-fleet/replay'
import { expect, it } from 'vitest'
import { bestSignal, tuneText } from './tune-text.js'

const BUDGET = 8
const SPEC = {
  method: 'cges',
  confidence: 'lns-arith',
  gamma: FIXED_GAMMA,
  minSamples: 1,
  support: 'dynamic',
  otherStops: false,
  budget: BUDGET,
} as const

/** Questions a model answers right four times of five; its confidence is `sure` when right and `unsure` when wrong. */
function labelled(count: number, [sure, unsure]: readonly [number, number], key: string): Labelled {
  const random = seededRandom(key)
  const pools = Array.from({ length: count }, () =>
    Array.from({ length: BUDGET }, () => {
      const right = random.next() < 0.8
      return { answer: right ? 'A' : `B${random.int(1, 3)}`, confidences: { 'lns-arith': right ? sure : unsure } }
    }),
  )
  const recordings = pools.map((_, question): Recording => ({
    id: `q${question}`,
    replicate: 0,
    truth: 'A',
    difficulty: null,
    samples: [],
  }))
  return { recordings, pools }
}

const tuned = (confidences: readonly [number, number]) =>
  tuneSignal({
    spec: SPEC,
    slice: labelled(80, confidences, 'slice'),
    rest: labelled(400, confidences, 'rest'),
    grades: 'reference',
    random: seededRandom('tune'),
  })

it('finds that a signal which tells right from wrong helps, and that the rest agrees', () => {
  const found = tuned([0.95, 0.3])
  expect(found.chosen?.qualified).toBe(true)
  expect(GAMMA_GRID).toContain(found.chosen?.gamma)
  expect(found.gammaInterval?.low).toBeLessThanOrEqual(found.chosen?.gamma ?? 0)
  expect(found.gammaInterval?.high).toBeGreaterThanOrEqual(found.chosen?.gamma ?? 1)
  expect(found.drift.positive).toBeGreaterThan(0.9)
  expect(found.checks[0]).toMatchObject({ questions: 400 })
  expect(found.checks[0]?.calls).toBeLessThan(BUDGET / 2)
  expect(tuneText(found, BUDGET)[1]).toContain('CGES helps')
  expect(tuneText(found, BUDGET).join('\n')).toMatch(
    new RegExp(`γ .* on the slice: ${found.callsOnSlice.toFixed(2)} calls there; 95 % of resampled slices`, 'u'),
  )
})

/** The same as if no map had been worth adopting. */
const tunedWithout = (confidences: readonly [number, number]) => ({ ...tuned(confidences), recalibration: null })

it('finds that a signal which counts answers against themselves does not, unless it is recalibrated', () => {
  const found = tuned([0.2, 0.4])
  expect(found.quality.median).toBeLessThan(0.5)
  expect(found.quality.muHat).toBeLessThan(0)
  expect(tuneText(tunedWithout([0.2, 0.4]), BUDGET).join('\n')).toMatch(/CGES does not help[\s\S]*warning/)
  expect(tuneText(found, BUDGET)[1]).toContain('CGES helps')
})

/** The slice as if every sample had answered alike. */
function tunedOnSliceOf(answer: string) {
  const { recordings, pools } = labelled(80, [0.95, 0.3], 'slice')
  const slice = { recordings, pools: pools.map((pool) => pool.map((vote) => ({ ...vote, answer }))) }
  const rest = labelled(400, [0.95, 0.3], 'rest')
  return tuneSignal({ spec: SPEC, slice, rest, grades: 'reference', random: seededRandom('tune') })
}

it('advises nothing where no rule is right on the slice', () => {
  const found = tunedOnSliceOf('C')
  expect(found).toMatchObject({ slice: 'all wrong', chosen: null, gammaInterval: null })
  expect(found.checks.map(({ gamma }) => gamma)).toEqual([FIXED_GAMMA])
  const text = tuneText(found, BUDGET)
  expect(text[1]).toMatch(/^lns-arith: No advice: no rule is right on any question of the slice/u)
  expect(text.join('\n')).not.toMatch(/CGES (may|helps|does)|chosen on/u)
})

it('says that only calls differ where all are right on the slice', () => {
  const all = tunedOnSliceOf('A')
  expect(all.slice).toBe('all right')
  expect(tuneText(all, BUDGET).join('\n')).toContain('so only calls differ there')
  const mixed = tuned([0.2, 0.4])
  expect(mixed.slice).toBe('mixed')
  expect(tuneText(mixed, BUDGET).join('\n')).not.toContain('only calls differ')
})

it('checks on questions that had no part in choosing', () => {
  const good = labelled(80, [0.95, 0.3], 'slice')
  const rest = labelled(400, [0.3, 0.95], 'rest')
  const found = tuneSignal({ spec: SPEC, slice: good, rest, grades: 'reference', random: seededRandom('tune') })
  expect(found.chosen?.qualified).toBe(true)
  expect(tuneText(found, BUDGET)[1]).toContain('loses it on the rest')
})

it('shows the fixed γ beside the chosen one, and the same numbers every time', () => {
  const found = tuned([0.95, 0.3])
  expect(found.checks.at(-1)?.gamma).toBe(FIXED_GAMMA)
  expect(tuned([0.95, 0.3])).toEqual(found)
})

it('recalibrates a signal that is lower for right answers, and adopts that', () => {
  const found = tuned([0.2, 0.4])
  expect(found.recalibration).toMatchObject({ adopted: true })
  expect(tuneText(found, BUDGET).join('\n')).not.toContain('chosen without labels')
  // A bare cges has no map, and is wrong where the map is right.
  expect(found.bare?.accuracy).toBeLessThan(found.checks[0]?.accuracy ?? 0)
  expect(tuneText(found, BUDGET).join('\n')).toContain('γ 0.99 (the usual one, without the map)')
  expect(found.recalibration?.accuracy).toBeGreaterThan(found.recalibration?.plain ?? 1)
  expect(found.checks[0]?.accuracy).toBeGreaterThan(0.95)
  const [a, b] = found.recalibration?.map ?? [0, 0]
  const text = tuneText(found, BUDGET).join('\n')
  expect(text).toContain(`map      used, it helps: `)
  expect(text).toContain(`cges:confidence=lns-arith,gamma=${found.chosen?.gamma},map=${a};${b}`)
})

it('says that a recalibration is not adopted where it does not win', () => {
  const found = tuned([0.8, 0.8])
  expect(found.recalibration).toMatchObject({ adopted: false })
  expect(found.bare).toBeNull()
  expect(tuneText(found, BUDGET).join('\n')).toContain('γ 0.99 (the usual one, chosen without labels)')
  expect(tuneText(found, BUDGET).join('\n')).toMatch(
    /map {6}not used: map=\S+ does not help: .* \(5-fold\), .* both at \d+\.\d\d calls/,
  )
})

/** The same, of 7 tokens each. */
function counted(count: number, key: string): Labelled {
  const plain = labelled(count, [0.95, 0.3], key)
  return { ...plain, pools: plain.pools.map((pool) => pool.map((vote) => ({ ...vote, tokens: 7 }))) }
}

it('tells the tokens of the calls it names where every sample has its own, and else none', () => {
  const slice = counted(80, 'slice')
  const rest = counted(400, 'rest')
  const check = (given: Labelled) =>
    tuneSignal({ spec: SPEC, slice, rest: given, grades: 'reference', random: seededRandom('tune') })
  const found = check(rest)
  expect(found.checks[0]?.tokens).toBeCloseTo(7 * (found.checks[0]?.calls ?? NaN), 9)
  expect(tuneText(found, BUDGET).join('\n')).toMatch(/calls of 8, \d+(?:\.\d)? % saved; \d+ tokens/)
  const [, ...others] = rest.pools
  const [withoutTokens = []] = labelled(400, [0.95, 0.3], 'rest').pools
  expect(check({ ...rest, pools: [withoutTokens, ...others] }).checks[0]?.tokens).toBeNull()
})

it('names the best signal by the slice, with its figures on the rest', () => {
  const temperature: TunedTemperature = {
    temperature: 1,
    area: 1,
    plainArea: 1,
    rest: { questions: 1, accuracy: 1, plainAccuracy: 1, scAccuracy: 1, difference: null },
  }
  const told = { cisc: temperature, fitted: null, isMapped: false }
  const [good, weak] = [tuned([0.95, 0.3]), tuned([0.8, 0.75])]
  const named = [
    { ...weak, signal: 'lns-geom', ...told },
    { ...good, ...told },
    { ...good, signal: 'mars', sameAs: 'lns-arith', ...told },
  ] as const
  const calls = good.checks[0]?.calls.toFixed(2)
  expect(bestSignal(named, BUDGET).join('')).toMatch(
    new RegExp(
      `^best signal: lns-arith, chosen on the slice: .* On the rest, .*; ${calls} calls of 8, .*: cges:confidence=lns-arith,`,
      'u',
    ),
  )
  expect(bestSignal([{ ...good, ...told }], BUDGET)).toEqual([])
  const near = (more: number) =>
    ({ ...good, signal: 'deepconf-b10', callsOnSlice: good.callsOnSlice + more, ...told }) as const
  const ofTwo = (more: number) => bestSignal([near(more), { ...good, ...told }], BUDGET).join('')
  expect(ofTwo(0.04)).toContain(
    `SC’s accuracy; as good: deepconf-b10 (${(good.callsOnSlice + 0.04).toFixed(2)}). On the rest`,
  )
  expect(ofTwo(0.06)).not.toContain('as good')
  const none = { ...tunedWithout([0.2, 0.4]), ...told }
  expect(bestSignal([none, none], BUDGET).at(-1)).toBe('best signal: none keeps SC’s accuracy on the slice')
})
