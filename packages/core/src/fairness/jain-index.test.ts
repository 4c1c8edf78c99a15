import { expect, it } from 'vitest'
import { jainIndex } from './jain-index.js'

it('is 1 for equal shares, 1/n for one of n, and between otherwise', () => {
  expect(jainIndex([3, 3, 3])).toBeCloseTo(1, 12)
  expect(jainIndex([0, 5, 0, 0])).toBeCloseTo(0.25, 12)
  // (1 + 2 + 3)² / (3 · (1 + 4 + 9)) = 36/42
  expect(jainIndex([1, 2, 3])).toBeCloseTo(6 / 7, 12)
  expect(jainIndex([10, 20, 30])).toBeCloseTo(6 / 7, 12)
  expect(jainIndex([0, 0])).toBeNaN()
})
