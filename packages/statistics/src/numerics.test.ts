import { expect, it } from 'vitest'
import { twoSidedP } from './numerics.js'

it.each([
  [0, 1],
  [0.5, 0.6170750774519738],
  [1.959963984540054, 0.05],
  [-3.290526731491895, 0.001],
  [6, 1.973175290075396e-9],
])('of %d is %d', (z, p) => {
  expect(Math.abs(twoSidedP(z) / p - 1)).toBeLessThan(2e-7)
})
