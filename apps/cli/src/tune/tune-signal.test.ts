import { GAMMA_GRID, seededRandom } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import type { Recording } from '../offline/replay/recording.js'
import { FIXED_GAMMA, type Labelled, tuneSignal } from './tune-signal.js'
import { tuneText } from './tune-text.js'

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

/** Questions a model answers right four times of five; its confidence is `sure` where right and `unsure` where wrong. */
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
  expect(tuneText(found, BUDGET)[1]).toContain('CGES will help')
})

it('finds that a signal which counts answers against themselves does not', () => {
  const found = tuned([0.2, 0.4])
  expect(found.quality.median).toBeLessThan(0.5)
  expect(found.quality.muHat).toBeLessThan(0)
  expect(tuneText(found, BUDGET).join('\n')).toMatch(/CGES will not help[\s\S]*warning/)
})

it('checks on questions that had no part in choosing', () => {
  const good = labelled(80, [0.95, 0.3], 'slice')
  const rest = labelled(400, [0.3, 0.95], 'rest')
  const found = tuneSignal({ spec: SPEC, slice: good, rest, grades: 'reference', random: seededRandom('tune') })
  expect(found.chosen?.qualified).toBe(true)
  expect(tuneText(found, BUDGET)[1]).toContain('loses accuracy on the rest')
})

it('shows the fixed γ beside the chosen one, and the same numbers every time', () => {
  const found = tuned([0.95, 0.3])
  expect(found.checks.at(-1)?.gamma).toBe(FIXED_GAMMA)
  expect(tuned([0.95, 0.3])).toEqual(found)
})
