import fc from 'fast-check'
import { expect, it } from 'vitest'
import { apportionTime } from './costs.js'

it('shares every instant of a server among the calls in flight, each server for itself', () => {
  const parts = apportionTime({ server: [1, 1, 2, 1], startedAt: [0, 1, 0, 10], endedAt: [2, 3, 2, 11] })
  expect([...parts]).toEqual([1.5, 1.5, 2, 1])
})

it('adds up to the time the servers were busy', () => {
  const call = fc.record({ server: fc.nat(2), from: fc.nat(30), length: fc.nat(10) })
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const parts = apportionTime({
        server: calls.map(({ server }) => server),
        startedAt: calls.map(({ from }) => from),
        endedAt: calls.map(({ from, length }) => from + length),
      })
      const busy = new Set(
        calls.flatMap(({ server, from, length }) => Array.from({ length }, (_, at) => `${server} ${from + at}`)),
      )
      expect([...parts].every((part) => part >= -1e-9)).toBe(true)
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(busy.size, 9)
    }),
  )
})
