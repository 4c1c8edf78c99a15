import { describe, expect, it } from 'vitest'
import { pointAt, type ReadOutPoint, stepReadOut } from './drawing'

const point = (series: string, x: number, y: number): ReadOutPoint => ({ series, x, y, text: `${series} ${x}` })
const POINTS = [point('a', 30, 10), point('a', 10, 10), point('a', 20, 10), point('b', 12, 50), point('b', 28, 50)]

describe('reading a chart by keys', () => {
  it('begins at the left of its first series, and walks along a series from left to right', () => {
    expect(stepReadOut(POINTS, null, 'ArrowRight')).toBe(1)
    expect(stepReadOut(POINTS, 1, 'ArrowRight')).toBe(2)
    expect(stepReadOut(POINTS, 0, 'ArrowRight')).toBe(0)
    expect(stepReadOut(POINTS, 0, 'ArrowLeft')).toBe(2)
    expect([stepReadOut(POINTS, 2, 'Home'), stepReadOut(POINTS, 2, 'End')]).toEqual([1, 0])
  })
  it('goes to the nearest point of the next series, round and round', () => {
    expect(stepReadOut(POINTS, 0, 'ArrowDown')).toBe(4)
    expect(stepReadOut(POINTS, 1, 'ArrowUp')).toBe(3)
    expect(stepReadOut(POINTS, 3, 'ArrowDown')).toBe(1)
  })
  it('leaves other keys alone, and a chart without points', () => {
    expect(stepReadOut(POINTS, 0, 'Tab')).toBeNull()
    expect(stepReadOut(POINTS, null, 'x')).toBeNull()
    expect(stepReadOut([], null, 'ArrowRight')).toBeNull()
  })
})

it('a pointer reads the point next to it, and none that is far', () => {
  expect(pointAt(POINTS, { x: 13, y: 45 })).toBe(3)
  expect(pointAt(POINTS, { x: 300, y: 45 })).toBeNull()
})
