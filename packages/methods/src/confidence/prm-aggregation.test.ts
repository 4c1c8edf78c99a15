import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { PRM_AGGREGATIONS, prmAggregation } from './prm-aggregation.js'

const golden = z
  .object({
    prmAggregation: z.array(
      z.object({ steps: z.array(z.number()), expected: z.record(z.enum(PRM_AGGREGATIONS), z.number()) }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

it.each(golden.prmAggregation)('agrees with the golden vector %#', ({ steps, expected }) => {
  for (const how of PRM_AGGREGATIONS) {
    expect(Math.abs((prmAggregation(steps, how)?.confidence ?? NaN) - expected[how])).toBeLessThanOrEqual(1e-12)
  }
})

it('takes the last step unless told otherwise, keeps the raw value, and refuses what is no score', () => {
  expect(prmAggregation([0.2, 1])).toEqual({ raw: 1, confidence: 1 - 1e-6 })
  expect(prmAggregation([])).toBeNull()
  expect(() => prmAggregation([0.5, 1.1])).toThrow('a step score must be in [0, 1], not 1.1')
  expect(() => prmAggregation([NaN])).toThrow(RangeError)
})

it('orders product, min, geomean and mean as they must be', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (steps) => {
      const of = (how: (typeof PRM_AGGREGATIONS)[number]): number => prmAggregation(steps, how)?.raw ?? NaN
      expect(of('product')).toBeLessThanOrEqual(of('min') + 1e-12)
      expect(of('min')).toBeLessThanOrEqual(of('geomean') + 1e-12)
      expect(of('geomean')).toBeLessThanOrEqual(of('mean') + 1e-12)
    }),
  )
})
