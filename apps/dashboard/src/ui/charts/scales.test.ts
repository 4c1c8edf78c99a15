import { describe, expect, it } from 'vitest'
import { linearScale, logScale, roundDomain } from './scales'

describe('a scale with even steps', () => {
  it.each([
    [[0, 1], 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[0.713, 0.927], 5, [0.75, 0.8, 0.85, 0.9]],
    [[0, 16], 8, [0, 2, 4, 6, 8, 10, 12, 14, 16]],
    [[-0.02, 0.02], 4, [-0.02, -0.01, 0, 0.01, 0.02]],
    [[0, 0.0003], 3, [0, 0.0001, 0.0002, 0.0003]],
    [[0, 4], 4, [0, 1, 2, 3, 4]],
  ] as const)('marks %j with about %i round numbers', (domain, count, ticks) => {
    expect(linearScale(domain, [0, 100], count).ticks).toEqual(ticks)
  })
  it('places its ends at the ends, also upside down, and one value alone in the middle', () => {
    const { at } = linearScale([10, 20], [300, 100])
    expect([at(10), at(15), at(20)]).toEqual([300, 200, 100])
    expect(linearScale([3, 3], [0, 10]).at(3)).toBe(5)
    expect(roundDomain([0.713, 0.927])).toEqual([0.7, 0.95])
    expect(roundDomain([0, 1])).toEqual([0, 1])
  })
})

it('places equal ratios equally far apart', () => {
  const at = logScale([1, 16], [0, 400])
  expect([1, 2, 4, 8, 16].map((value) => Math.round(at(value)))).toEqual([0, 100, 200, 300, 400])
})
