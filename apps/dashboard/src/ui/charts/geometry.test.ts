import { describe, expect, test } from 'vitest'
import type { NamedReport } from '../methods/names'
import { reportFixture } from '../methods/report-fixture'
import { unresolvedGeometry } from './draw-unresolved'
import { crosses } from './geometry'
import { shareDomain } from './scales'
import { scatterGeometry } from './scatter-geometry'
import { frontier } from './scatter-points'

const size = { width: 640, height: 340 }

function report(budget: number, calls: number | null, value: number | null): NamedReport {
  return reportFixture(`sc@${budget}`, {
    key: `sc-${calls}-${value}@${budget}`,
    name: `A method with ${calls} calls`,
    interim: false,
    accuracy: value === null ? null : { value, low: value - 0.02, high: value + 0.02, n: 100 },
    accuracyBounds: { low: 0.4, high: 1 },
    calls,
    callsBounds: { low: 1, high: budget },
    unresolvedAfter: [1, 1, 0.5, 0.25, 0],
  })
}

const point = (at: number, calls: number, accuracy: number) => ({
  at,
  calls,
  tokens: 100 * calls,
  accuracy,
  stopped: 0,
  error: null,
})

describe('the frontier', () => {
  const points = [
    { cost: 16, accuracy: 0.9 },
    { cost: 4, accuracy: 0.9 },
    { cost: 2, accuracy: 0.8 },
    { cost: 3, accuracy: 0.7 },
    { cost: 4, accuracy: 0.85 },
  ]
  test('keeps what nothing beats, cheapest first', () => {
    expect(frontier(points)).toEqual([points[2], points[1]])
  })
  test('every point left out is beaten by one that is kept', () => {
    const kept = frontier(points)
    const beaten = points.filter((point) => !kept.includes(point))
    expect(beaten.every((p) => kept.some((k) => k.cost <= p.cost && k.accuracy >= p.accuracy))).toBe(true)
  })
})

describe('the scatter', () => {
  test('cheaper is further left, better is further up, and all of it lies in the frame', () => {
    const { marks, area } = scatterGeometry(
      { reports: [report(16, 16, 0.9), report(16, 4.2, 0.92)], curves: [], by: 'calls', isJudged: false },
      size,
    )
    const [dear, cheap] = marks
    expect(cheap && dear && cheap.x < dear.x && cheap.y < dear.y).toBe(true)
    for (const { x, yLow, yHigh } of marks) {
      expect(x).toBeGreaterThanOrEqual(area.x)
      expect(x).toBeLessThanOrEqual(area.x + area.width)
      expect(yHigh).toBeGreaterThanOrEqual(area.y)
      expect(yLow).toBeLessThanOrEqual(area.y + area.height)
    }
  })
  test('a method without an accuracy is not placed, and an empty plane still has its axes', () => {
    const { marks, xTicks, yTicks, frontierPath } = scatterGeometry(
      { reports: [report(16, 4, null)], curves: [], by: 'calls', isJudged: false },
      size,
    )
    expect([marks, frontierPath]).toEqual([[], ''])
    expect(xTicks.map(({ text }) => text)).toEqual(['1', '2', '4', '8', '16'])
    expect(yTicks.length).toBeGreaterThan(2)
  })
  test('while there are only bounds, a band spans them at the method’s calls, and nothing is called best', () => {
    const bounded = { ...report(16, 4.2, null), interim: true }
    const { bands, marks, area, frontierPath, labels } = scatterGeometry(
      { reports: [report(16, 16, 0.9), bounded], curves: [], by: 'calls', isJudged: false },
      size,
    )
    const [band] = bands
    expect([marks.length, bands.length, frontierPath]).toEqual([1, 1, ''])
    expect(labels.map(({ text }) => text)).toContain(bounded.name)
    expect(band && band.y >= area.y && band.y + band.height <= area.y + area.height).toBe(true)
    const placed = { ...report(16, 4.2, 0.9), interim: true }
    const point = scatterGeometry(
      { reports: [report(16, 16, 0.9), placed], curves: [], by: 'calls', isJudged: false },
      size,
    ).marks[1]
    expect(band && point && Math.abs(band.x + band.width / 2 - point.x)).toBeLessThan(1e-6)
  })
  test('while the bounds of calls stand, an estimate that moves leaves the axis where it is', () => {
    const [before, after] = [3.9, 4.1].map((calls) => {
      const running = { ...report(16, calls, null), interim: true, callsBounds: { low: 2.4, high: 9 } }
      return scatterGeometry({ reports: [running], curves: [], by: 'calls', isJudged: false }, size).xTicks
    })
    expect(before).toEqual(after)
  })
  test('what would have been lies in the frame too, and passes through the mark of what was', () => {
    const run = report(16, 4.2, 0.92)
    const points = [point(0.9, 2, 0.5), point(0.99, 4.2, 0.92), point(0.999, 9, 0.93)]
    const curve = {
      key: run.key,
      varies: 'gamma' as const,
      own: 0.99,
      points,
      left: 0,
      area: null,
      areaByTokens: null,
      constant: null,
      missing: null,
    }
    const { area, curves, marks } = scatterGeometry(
      { reports: [run], curves: [curve], by: 'calls', isJudged: true },
      size,
    )
    expect(curves[0]?.points[1]).toEqual({ x: marks[0]?.x, y: marks[0]?.y })
    for (const { x, y } of curves[0]?.points ?? []) {
      expect(x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height).toBe(true)
    }
    expect(
      scatterGeometry({ reports: [run], curves: [{ ...curve, points: [] }], by: 'calls', isJudged: true }, size).curves,
    ).toEqual([])
  })
  test('a running method stands where it is so far, between where it will end, and nothing is called best', () => {
    const live = {
      value: 0.8,
      low: 0.7,
      high: 0.9,
      n: 40,
      calls: 4,
      callsLow: 3,
      callsHigh: 6,
      difference: null,
      decided: false,
    }
    const running = { ...report(16, 4.2, null), interim: true, live }
    const { marks, bands, frontierPath } = scatterGeometry(
      { reports: [report(16, 16, 0.9), running], curves: [], by: 'calls', isJudged: false },
      size,
    )
    expect([marks.map(({ kind }) => kind), bands, frontierPath]).toEqual([['final', 'live'], [], ''])
    expect(marks[1] && marks[1].yHigh < marks[1].y && marks[1].y < marks[1].yLow).toBe(true)
  })
  test('on an even axis equal savings are equally long, on the other equal ratios are', () => {
    const input = { reports: [16, 12, 8, 4].map((calls) => report(16, calls, 0.9)), curves: [], by: 'calls' } as const
    const gaps = (isEven: boolean) => {
      const { marks } = scatterGeometry({ ...input, isJudged: false, isEven }, size)
      return marks.slice(1).map(({ x }, at) => Math.round((marks[at]?.x ?? 0) - x))
    }
    expect(new Set(gaps(true)).size).toBe(1)
    const [, second = 0, third = 0] = gaps(false)
    expect(third).toBeGreaterThan(second)
  })
  test('no name stands on an arrow from one mark to another', () => {
    const reports = [report(16, 16, 0.9), report(16, 8, 0.8), report(16, 4, 0.7), report(16, 2, 0.62)]
    const [to, , , from] = reports.map(({ key }) => key)
    const arrows = [{ from: from ?? '', to: to ?? '' }]
    const input = { reports, curves: [], by: 'calls', isJudged: false } as const
    const struck = (scatter: ReturnType<typeof scatterGeometry>) => {
      const [start, end] = [from, to].map((key) => scatter.marks.find((mark) => mark.key === key))
      if (start === undefined || end === undefined) throw new Error('no marks')
      const line = { x1: start.x, y1: start.y, x2: end.x, y2: end.y }
      return scatter.labels.filter(({ box }) => crosses(line, box)).length
    }
    expect(struck(scatterGeometry(input, size))).toBeGreaterThan(0)
    expect(struck(scatterGeometry({ ...input, arrows }, size))).toBe(0)
  })
  test('a budget of one call has a plane too', () => {
    const { marks } = scatterGeometry({ reports: [report(1, 1, 1)], curves: [], by: 'calls', isJudged: false }, size)
    expect(marks.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true)
  })
})

test('a curve starts at all trials and steps down after each call', () => {
  const { curves, area, xTicks } = unresolvedGeometry([report(4, 2.75, 0.9)], size)
  expect(curves[0]?.path.startsWith(`M${area.x},${area.y}`)).toBe(true)
  expect(xTicks.map(({ text }) => text)).toContain('4')
})

test('the bars of a table share one range in steps of five points', () => {
  expect(shareDomain([report(16, 4, 0.93)])).toEqual([0.9, 0.95])
  expect(shareDomain([{ ...report(16, 4, 0.93), interim: true }])).toEqual([0.4, 1])
  expect(shareDomain([{ ...report(16, 4, null), interim: true }])).toEqual([0.4, 1])
  expect(shareDomain([])).toEqual([0, 1])
})
