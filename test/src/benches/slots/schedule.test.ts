import { expect, it } from 'vitest'
import { barrierMs, listScheduleMs, lowerBoundMs } from './schedule.js'

it('is bound by all work over the slots, or by the longest sample', () => {
  expect(lowerBoundMs([[10, 10], [20], [20]], 2)).toBe(30)
  expect(lowerBoundMs([[50, 10], [10]], 2)).toBe(50)
})

it('waits at a barrier for the slowest of each round', () => {
  expect(barrierMs([[10, 30], [40, 5], [5]], 2)).toBe(40 + 30)
})

it('gives what is next to the slot that is free first', () => {
  expect(listScheduleMs([30, 10, 10, 10], 2)).toBe(30)
  expect(listScheduleMs([10, 10, 10, 30], 2)).toBe(40)
})
