import { describe, expect, it } from 'vitest'
import { accuracyAt, areaUnder, callsAt } from './curve-areas.js'

const line = [
  { calls: 1, accuracy: 0.5 },
  { calls: 3, accuracy: 0.7 },
  { calls: 5, accuracy: 0.6 },
]

describe('an accuracy–calls line', () => {
  it('is read between its points, and flat beyond its ends', () => {
    const read = [0.5, 1, 2, 3, 4, 9].map((calls) => accuracyAt(line, calls).toFixed(9))
    expect(read.map(Number)).toEqual([0.5, 0.5, 0.6, 0.7, 0.65, 0.6])
    expect([0.4, 0.6, 0.7, 0.8].map((accuracy) => callsAt(line, accuracy))).toEqual([1, expect.closeTo(2, 9), 3, null])
  })

  it('has an area that many thin slices have too', () => {
    const slices = Array.from({ length: 70_000 }, (_, at) => accuracyAt(line, 1 + (at + 0.5) / 10_000))
    const mean = slices.reduce((sum, each) => sum + each, 0) / slices.length
    expect(areaUnder(line, 8)).toBeCloseTo(mean, 6)
  })
})
