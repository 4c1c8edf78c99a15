import { expect, it } from 'vitest'
import { nelderMead } from './nelder-mead.js'

function valley([x = 0, y = 0]: readonly number[]): number {
  return (1 - x) ** 2 + 100 * (y - x * x) ** 2
}

it('finds the bottom of a bent valley', () => {
  const { at, value } = nelderMead(valley, [-1.2, 1], 0.5, 400)
  expect(at[0]).toBeCloseTo(1, 4)
  expect(at[1]).toBeCloseTo(1, 4)
  expect(value).toBeLessThan(1e-8)
})

it('stays within its evaluations', () => {
  let evaluations = 0
  nelderMead(
    ([x = 0]) => {
      evaluations += 1
      return x * x
    },
    [3],
    1,
    50,
  )
  expect(evaluations).toBeLessThanOrEqual(54)
})
