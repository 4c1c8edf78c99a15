import type { MethodReport } from '@cges-fleet/core'
import { scaleLinear, scaleLog } from 'd3-scale'
import { type Family, familyOf } from '../families/family'
import type { Box } from './box'
import { frontier } from './frontier'
import { type Placed, placeLabels } from './place-labels'
import { type Size, plotArea } from './plot-area'
import type { Tick } from './tick'

export interface Mark {
  readonly key: string
  readonly label: string
  readonly family: Family
  readonly interim: boolean
  readonly x: number
  readonly y: number
  readonly yLow: number
  readonly yHigh: number
}

export interface Scatter {
  readonly area: Box
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly marks: readonly Mark[]
  readonly labels: readonly Placed[]
  readonly frontierPath: string
}

interface Scales {
  readonly x: (calls: number) => number
  readonly y: (share: number) => number
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

/** The methods that have both an accuracy and a cost, and so a place in the plane. */
export function placeable(reports: readonly MethodReport[]) {
  return reports.flatMap((report) =>
    report.accuracy === null || report.calls === null
      ? []
      : [{ report, calls: report.calls, accuracy: report.accuracy.value, estimate: report.accuracy }],
  )
}

type Placeable = ReturnType<typeof placeable>[number]

/** Lays out accuracy against calls: where every mark, interval, label and the frontier stand. */
export function scatterGeometry(reports: readonly MethodReport[], size: Size): Scatter {
  const area = plotArea(size)
  const points = placeable(reports)
  const scales = scalesFor(reports, area)
  const best = frontier(points)
  const marks = points.map((point) => markOf(point, scales))
  const wishes = marks.map(({ key, label, x, y }) => ({ key, text: label, anchors: [{ x, y }] }))
  return {
    area,
    marks,
    xTicks: scales.xTicks,
    yTicks: scales.yTicks,
    labels: placeLabels(wishes, {
      frame: area,
      obstacles: [...marks.flatMap(obstaclesOf), ...stepsOf(best, { scales, area })],
    }),
    frontierPath: frontierPath(best, { scales, area }),
  }
}

function scalesFor(reports: readonly MethodReport[], area: Box): Scales {
  const points = placeable(reports)
  const calls = [...points.map(({ calls }) => calls), ...reports.map(({ spec }) => spec.budget)]
  const shares = points.flatMap(({ estimate }) => [estimate.low, estimate.high])
  const least = points.length === 0 ? 1 : 2 ** Math.floor(Math.log2(Math.max(1, Math.min(...calls))))
  const most = Math.max(2 * least, ...calls) * 1.06
  const x = scaleLog([least * 0.94, most], [area.x, area.x + area.width]).base(2)
  const low = Math.max(0, Math.min(1, ...shares) - 0.01)
  const high = Math.min(1, Math.max(0, ...shares) + 0.01)
  const y = scaleLinear(low < high ? [low, high] : [0, 1], [area.y + area.height, area.y]).nice(5)
  return {
    x,
    y,
    xTicks: powersOfTwo(least, most).map((value) => ({ at: x(value), text: `${value}` })),
    yTicks: percentTicks(y),
  }
}

function percentTicks(y: ReturnType<typeof scaleLinear<number, number>>): Tick[] {
  const format = y.tickFormat(5, '%')
  return y.ticks(5).map((value) => ({ at: y(value), text: format(value) }))
}

function powersOfTwo(least: number, most: number): number[] {
  const count = Math.floor(Math.log2(most / least)) + 1
  return Array.from({ length: count }, (_, power) => least * 2 ** power)
}

function markOf({ report, calls, accuracy, estimate }: Placeable, { x, y }: Scales): Mark {
  return {
    key: report.key,
    label: report.label,
    family: familyOf(report.spec.method),
    interim: report.interim,
    x: x(calls),
    y: y(accuracy),
    yLow: y(estimate.low),
    yHigh: y(estimate.high),
  }
}

function obstaclesOf({ x, y, yLow, yHigh }: Mark): Box[] {
  return [
    { x: x - 7, y: y - 7, width: 14, height: 14 },
    { x: x - 2, y: yHigh, width: 4, height: Math.max(0, yLow - yHigh) },
  ]
}

/** The level parts of the frontier, which no label should be struck through by. */
function stepsOf(points: readonly Placeable[], { scales, area }: { scales: Scales; area: Box }): Box[] {
  return points.map(({ calls, accuracy }, index) => {
    const next = points[index + 1]
    const end = next === undefined ? area.x + area.width : scales.x(next.calls)
    return { x: scales.x(calls), y: scales.y(accuracy) - 2, width: end - scales.x(calls), height: 4 }
  })
}

function frontierPath(points: readonly Placeable[], { scales, area }: { scales: Scales; area: Box }): string {
  const steps = points.map(({ calls, accuracy }, index) => {
    const [px, py] = [scales.x(calls).toFixed(1), scales.y(accuracy).toFixed(1)]
    return index === 0 ? `M${px},${(area.y + area.height).toFixed(1)}V${py}` : `H${px}V${py}`
  })
  return steps.length === 0 ? '' : `${steps.join('')}H${(area.x + area.width).toFixed(1)}`
}
