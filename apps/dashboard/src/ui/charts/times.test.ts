import { describe, expect, it } from 'vitest'
import { lanePath } from './draw-lanes'
import { timeAxis, timeRows } from './times'

const AT = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z', '2026-01-01T00:02:00.000Z']

const rowsOf = (stacked: boolean, ...values: (number | null)[][]) =>
  timeRows(
    { at: AT, stepSeconds: 60, series: values.map((one, nth) => ({ key: `s${nth}`, name: '', values: one })) },
    stacked,
  )

describe('values over time', () => {
  it('stay unknown where nothing was noted, and hold to the end of the last step', () => {
    const [row] = rowsOf(false, [1, null, 3])
    expect(row?.stretches.map(({ high }) => high)).toEqual([1, null, 3, 3])
    expect(row?.stretches.at(-1)?.at).toBe(Date.parse('2026-01-01T00:03:00Z'))
  })

  it('stand on those below where they are stacked', () => {
    const [, upper] = rowsOf(true, [1, null, 2], [4, 5, null])
    expect(upper?.stretches.slice(0, 3).map(({ low, high }) => [low, high])).toEqual([
      [1, 5],
      [0, 5],
      [2, null],
    ])
    expect(rowsOf(false, [1, 1, 1], [4, 4, 4])[1]?.stretches[0]).toMatchObject({ low: 0, high: 4 })
  })
})

it('draws equal neighbours of a lane as one rectangle, and nothing where nobody was there', () => {
  const places = {
    starts: [0, 1, 2, 3],
    x: (at: number) => at * 10,
    endOf: (step: number) => step * 10 + 10,
    height: 5,
  }
  const values = [1, 1, null, 0.5]
  expect(lanePath(values, 5, places)).toBe('M0.0,0H20.0V5H0.0Z')
  expect(lanePath(values, 2, places)).toBe('M30.0,0H40.0V5H30.0Z')
  expect([0, 1, 3, 4].map((level) => lanePath(values, level, places)).join('')).toBe('')
})

it.each([
  ['UTC', '12:00'],
  ['Asia/Kolkata', '18:00'],
  ['America/St_Johns', '09:00'],
])('puts ticks at full hours of %s', (zone, first) => {
  const from = Date.parse('2026-01-08T11:59:00Z')
  const { ticks } = timeAxis({ x: 0, y: 0, width: 300, height: 1 }, from, from + 4 * 3_600_000, zone)
  expect(ticks[0]?.text).toBe(first)
  expect(ticks.every(({ text }) => text.endsWith(':00'))).toBe(true)
})

it.each([
  [900, 390],
  [3600, 1440],
  [86_400, 390],
  [604_800, 1440],
])('puts ticks of %i s evenly, with room for their words on %i px', (seconds, width) => {
  const to = Date.parse('2026-01-08T00:03:20Z')
  const { ticks } = timeAxis({ x: 0, y: 0, width, height: 1 }, to - seconds * 1000, to)
  expect(ticks.length).toBeGreaterThan(1)
  const gaps = ticks.slice(1).map(({ at }, nth) => at - (ticks[nth]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThan(50)
  expect(new Set(gaps.map((gap) => gap.toFixed(3))).size).toBe(1)
})

it.each([30, 90, 400])('has no more ticks over %i days than there is room for', (days) => {
  const area = { x: 0, y: 0, width: 1000, height: 100 }
  const { ticks } = timeAxis(area, 0, days * 86_400_000)
  expect(ticks.length).toBeGreaterThan(3)
  expect(ticks.length).toBeLessThanOrEqual(15)
})
