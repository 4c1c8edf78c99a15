import fc from 'fast-check'
import { expect, it } from 'vitest'
import { interactivePriority, isScaleUsedUp, queuePriority } from './queue-priority.js'

const scale = { first: 1000, workPerStep: 32 }

it('orders jobs as their tags, in numbers a queue takes, behind all interactive work', () => {
  const tag = fc.double({ min: -1e6, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(tag, tag, fc.nat(1e6), (one, other, before) => {
      const a = queuePriority(Math.min(one, other), scale)
      const b = queuePriority(Math.max(one, other), scale)
      expect(Number.isInteger(a)).toBe(true)
      expect(a).toBeLessThanOrEqual(b)
      expect(a).toBeGreaterThan(interactivePriority(before))
      expect(b).toBeLessThanOrEqual(2_097_151)
      expect(interactivePriority(before)).toBeGreaterThanOrEqual(1)
    }),
  )
})

it('tells samples a sixteenth of the mean apart, until the scale is used up', () => {
  expect(queuePriority(1000, scale)).toBe(1001)
  expect(queuePriority(1000 + 32, scale)).toBe(1002)
  expect(queuePriority(1000 + 16 * 32, scale)).toBe(1017)
  expect(isScaleUsedUp(1000 + 32 * 1_500_000, scale)).toBe(false)
  expect(isScaleUsedUp(1000 + 32 * 1_500_001, scale)).toBe(true)
})
