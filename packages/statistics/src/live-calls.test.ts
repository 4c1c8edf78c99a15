import fc from 'fast-check'
import { expect, it } from 'vitest'
import { liveCalls } from './live-calls.js'

const charges = fc.integer({ min: 1, max: 1024 }).chain((budget) =>
  fc.record({
    budget: fc.constant(budget),
    calls: fc.array(fc.integer({ min: 1, max: budget }), { minLength: 1, maxLength: 200 }),
    open: fc.nat(500),
    blocked: fc.nat(5),
  }),
)

const byCalls = (calls: readonly number[]) => calls.map((each) => ({ calls: each, resolved: 1 }))
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it('holds the mean so far, within what can be charged', () => {
  fc.assert(
    fc.property(charges, ({ budget, calls, open, blocked }) => {
      const closed = calls.length + blocked
      const { low, high } = liveCalls({ trials: closed + open, closed, byCalls: byCalls(calls), budget })
      const mean = meanOf(calls)
      expect(low).toBeGreaterThanOrEqual(1 - 1e-9)
      expect(high).toBeLessThanOrEqual(budget + 1e-9)
      expect(low).toBeLessThanOrEqual(mean + budget / closed)
      expect(high).toBeGreaterThanOrEqual(mean - budget / closed)
    }),
  )
})

it('is the mean itself once every trial is closed, where no step holds several calls', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 100 }), (calls) => {
      const { low, high } = liveCalls({
        trials: calls.length,
        closed: calls.length,
        byCalls: byCalls(calls),
        budget: 16,
      })
      expect(low).toBeCloseTo(meanOf(calls), 9)
      expect(high).toBeCloseTo(meanOf(calls), 9)
    }),
  )
})

const charged = (calls: number, budget: number) =>
  liveCalls({ trials: 240, closed: 60, byCalls: [{ calls, resolved: 60 }], budget })

it('is the budget where every trial is charged that, and one where one is all there is', () => {
  expect(charged(1, 1)).toEqual({ low: 1, high: 1 })
  expect(charged(16, 16).high).toBe(16)
  expect(charged(16, 16).low).toBeGreaterThan(13)
})

it('says, with a quarter of 240 trials closed, less than ± 3 calls of 16', () => {
  const calls = Array.from({ length: 60 }, (_, at) => 2 + (at % 8))
  const { low, high } = liveCalls({ trials: 240, closed: 60, byCalls: byCalls(calls), budget: 16 })
  expect(meanOf(calls)).toBeCloseTo(5.37, 2)
  expect(high - low).toBeLessThan(6)
})
