import { expect, it } from 'vitest'
import { decide } from '../decide.js'

it.each([1, 2, 3])('stops after %i plain votes for one answer at exactly what these are worth, 1 − ½ⁿ⁺¹', (votes) => {
  const plain = Array.from({ length: 8 }, () => ({ answer: 'A', confidences: { 'lns-arith': 0.5 } }))
  const threshold = 1 - 2 ** -(votes + 1)
  const spec = { method: 'reasc', confidence: 'lns-arith', gate: 0.9, lambda: 0.7, mean: 0.8, spread: 0.1 } as const
  expect(decide({ ...spec, threshold, budget: 8 }, plain)).toMatchObject({ state: 'stopped', calls: votes })
})
