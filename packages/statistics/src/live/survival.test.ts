import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectedRemainingDraws, restrictedMean, survivalByCalls } from './survival.js'

const BUDGET = 12
const closedTrials = fc.array(fc.integer({ min: 1, max: BUDGET }), { maxLength: 40 })
const openTrials = fc.array(fc.integer({ min: 0, max: BUDGET - 1 }), { maxLength: 40 })

function curve(closed: readonly number[], open: readonly number[]): number[] {
  return survivalByCalls({
    closed: closed.map((calls) => ({ calls, trials: 1 })),
    open: open.map((depth) => ({ depth, trials: 1 })),
    budget: BUDGET,
  })
}

/** The estimate by redistribution to the right (Efron 1967): an open trial's weight goes to those that outlast it. */
function redistributed(closed: readonly number[], open: readonly number[]): number[] {
  const trials = [
    ...closed.map((at) => ({ at, ends: true, weight: 1 })),
    ...open.map((at) => ({ at, ends: false, weight: 1 })),
  ].toSorted((a, b) => a.at - b.at || Number(b.ends) - Number(a.ends))
  const stays = { weight: 0 }
  for (const [index, trial] of trials.entries()) {
    if (trial.ends) continue
    const later = trials.slice(index + 1)
    const heirs = later.length === 0 ? [stays] : later
    for (const heir of heirs) heir.weight += trial.weight / heirs.length
    trial.weight = 0
  }
  const total = closed.length + open.length
  return Array.from({ length: BUDGET + 1 }, (_, k) =>
    total === 0
      ? 1
      : (stays.weight + trials.filter(({ at, ends }) => ends && at > k).reduce((sum, each) => sum + each.weight, 0)) /
        total,
  )
}

it('equals redistribution to the right', () => {
  fc.assert(
    fc.property(closedTrials, openTrials, (closed, open) => {
      const expected = redistributed(closed, open)
      curve(closed, open).forEach((share, k) => expect(share).toBeCloseTo(expected[k] ?? NaN, 10))
    }),
  )
})

it('is the plain share, and its mean the plain mean, without open trials', () => {
  fc.assert(
    fc.property(closedTrials, (closed) => {
      fc.pre(closed.length > 0)
      const survival = curve(closed, [])
      survival.forEach((share, k) =>
        expect(share).toBeCloseTo(closed.filter((calls) => calls > k).length / closed.length, 12),
      )
      expect(survival.at(-1)).toBe(0)
      expect(restrictedMean(survival)).toBeCloseTo(closed.reduce((sum, calls) => sum + calls, 0) / closed.length, 10)
    }),
  )
})

it('starts at 1 and never rises', () => {
  fc.assert(
    fc.property(closedTrials, openTrials, (closed, open) => {
      const survival = curve(closed, open)
      expect(survival).toHaveLength(BUDGET + 1)
      expect(survival[0]).toBe(1)
      survival.reduce((before, share) => {
        expect(share).toBeLessThanOrEqual(before)
        expect(share).toBeGreaterThanOrEqual(0)
        return share
      })
    }),
  )
})

it('refuses calls beyond the budget', () => {
  expect(() => curve([BUDGET + 1], [])).toThrow(RangeError)
})

it('expects no more draws than there can be, and no fewer than one an open trial', () => {
  fc.assert(
    fc.property(closedTrials, openTrials, (closed, open) => {
      const { expected, atMost } = expectedRemainingDraws(
        curve(closed, open),
        open.map((depth) => ({ depth, trials: 1 })),
      )
      expect(atMost).toBe(open.reduce((sum, depth) => sum + BUDGET - depth, 0))
      expect(expected).toBeLessThanOrEqual(atMost + 1e-9)
      expect(expected).toBeGreaterThanOrEqual(open.length - 1e-9)
    }),
  )
})

it('expects of an open trial what closed ones that deep needed further', () => {
  const survival = curve([2, 4, 6, 12], [])
  expect(expectedRemainingDraws(survival, [{ depth: 0, trials: 2 }]).expected).toBeCloseTo(12, 12)
  expect(expectedRemainingDraws(survival, [{ depth: 4, trials: 1 }]).expected).toBeCloseTo((2 + 8) / 2, 12)
  expect(expectedRemainingDraws(curve([2], []), [{ depth: 3, trials: 2 }])).toEqual({ expected: 18, atMost: 18 })
  expect(expectedRemainingDraws(curve([], []), [{ depth: 0, trials: 3 }])).toEqual({ expected: 36, atMost: 36 })
})
