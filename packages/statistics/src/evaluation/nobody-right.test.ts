import { expect, it } from 'vitest'
import { isNobodyRight } from './nobody-right.js'

const of = (...values: readonly (number | null)[]) =>
  values.map((value) => ({ accuracy: value === null ? null : { value } }))

it('needs several accuracies, all 0, and passes over methods that have none', () => {
  expect(isNobodyRight(of(0, 0))).toBe(true)
  expect(isNobodyRight(of(0, null, 0))).toBe(true)
  expect(isNobodyRight(of(0, 0.01))).toBe(false)
  expect(isNobodyRight(of(0, null))).toBe(false)
  expect(isNobodyRight([])).toBe(false)
})
