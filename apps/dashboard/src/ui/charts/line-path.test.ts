import { describe, expect, it } from 'vitest'
import { linePath, stepAreaPath } from './line-path'

describe('the path of a line', () => {
  it('goes straight, or in steps that are level until the next place', () => {
    const places = [
      [0, 5],
      [10, 2],
      [20, 7],
    ] as const
    expect(linePath(places)).toBe('M0,5L10,2L20,7')
    expect(linePath(places, 'step')).toBe('M0,5H10V2H20V7')
    expect(linePath([])).toBe('')
  })
  it('is broken where nothing is known, and a place alone is a dot', () => {
    expect(linePath([null, [1, 1], null, [2, 2], [3, 3], null])).toBe('M1,1ZM2,2L3,3')
  })
})

it('goes around the area between two rows of steps, once, whatever they stand on', () => {
  const levels = [
    { x: 0, low: 9, high: 4 },
    { x: 10, low: 7, high: 3 },
    { x: 20, low: 7, high: 3 },
    { x: 30, low: 9, high: null },
  ]
  // 10 × (9 − 4) + 10 × (7 − 3), as the shoelace formula has it, too.
  expect(Math.abs(areaOf(stepAreaPath(levels)))).toBe(90)
  expect(stepAreaPath([{ x: 0, low: 1, high: null }])).toBe('')
})

/** What a path of level and upright lines encloses. */
function areaOf(path: string): number {
  const corners: [number, number][] = []
  for (const [, command, first = '', second] of path.matchAll(/([MHVZ])([\d.]*)(?:,([\d.]+))?/g)) {
    const [x, y] = corners.at(-1) ?? [0, 0]
    if (command === 'M') corners.push([Number(first), Number(second)])
    if (command === 'H') corners.push([Number(first), y])
    if (command === 'V') corners.push([x, Number(first)])
  }
  return corners.reduce((sum, [x, y], at) => {
    const [x1, y1] = corners[(at + 1) % corners.length] ?? [0, 0]
    return sum + (x * y1 - x1 * y) / 2
  }, 0)
}
