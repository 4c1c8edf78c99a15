import { expect, it } from 'vitest'
import { studentLimit, studentP, twoSidedP } from './numerics.js'

it.each([
  [0, 1],
  [0.5, 0.6170750774519738],
  [1.959963984540054, 0.05],
  [-3.290526731491895, 0.001],
  [6, 1.973175290075396e-9],
])('of %d is %d', (z, p) => {
  expect(Math.abs(twoSidedP(z) / p - 1)).toBeLessThan(2e-7)
})

// By scipy 1.17: t.ppf(.975, degrees), and 2 · t.sf(t, degrees).
it.each([
  [1, 12.706204736174694],
  [2, 4.302652729749462],
  [5, 2.5705818356363146],
  [29, 2.045229642132703],
  [99, 1.9842169515864174],
])('of %d degrees of freedom the limit is %d', (degrees, limit) => {
  expect(studentLimit(degrees)).toBeCloseTo(limit, 8)
  expect(studentP(-limit, degrees)).toBeCloseTo(0.05, 10)
})

it.each([
  [0, 7, 1],
  [2, 5, 0.1019394788298584],
  [2, 99, 0.0482396933726324],
])('of %d with %d degrees of freedom is %d', (t, degrees, p) => {
  expect(studentP(t, degrees)).toBeCloseTo(p, 10)
})
