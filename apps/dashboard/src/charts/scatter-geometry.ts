import type { FinalStatistics, MethodCurve } from '@cges-fleet/core'
import type { Identity } from '../families/identity'
import type { NamedReport } from '../families/name-methods'
import type { Box } from './box'
import { frontier } from './frontier'
import { type Placed, placeLabels } from './place-labels'
import { plotArea, type Size } from './plot-area'
import { linearScale, type LinearScale, logScale, roundDomain } from './scales'
import { banded, type BandedReport, placeable, type ScatterPoint, shownCurves } from './scatter-points'
import type { Tick } from './tick'

export interface Mark {
  readonly key: string
  readonly name: string
  readonly identity: Identity
  readonly kind: ScatterPoint['kind']
  readonly x: number
  readonly y: number
  readonly yLow: number
  readonly yHigh: number
}

/** Where a method stands whose accuracy has hard bounds only: no point in it is likelier than another. */
export interface Band extends Box {
  readonly key: string
  readonly name: string
  readonly identity: Identity
}

/** What a method would have given under other parameters, cheapest first. */
export interface CurveLine {
  readonly key: string
  readonly identity: Identity
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export interface Scatter {
  readonly area: Box
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly marks: readonly Mark[]
  readonly bands: readonly Band[]
  readonly curves: readonly CurveLine[]
  readonly labels: readonly Placed[]
  readonly frontierPath: string
}

interface Scales {
  readonly x: (calls: number) => number
  readonly y: (share: number) => number
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
}

export interface ScatterInput {
  readonly reports: readonly NamedReport[]
  readonly curves: readonly MethodCurve[]
  /** Whether the statistics have judged: before that nothing is called best. */
  readonly isJudged: boolean
  /** Methods that another is shown to beat; none unless given. */
  readonly dominated?: FinalStatistics['dominated']
}

/** Lays out accuracy against calls: where every mark, interval, band, curve, label and the frontier stand. */
export function scatterGeometry(input: ScatterInput, size: Size): Scatter {
  const { reports } = input
  const area = plotArea(size)
  const scales = scalesFor(input, area)
  const points = placeable(reports)
  const marks = points.map((point) => markOf(point, scales))
  const bands = banded(reports).map((each) => bandOf(each, scales))
  const best = input.isJudged ? frontier(points) : []
  const wishes = [...marks.map(wishOfMark), ...bands.map(wishOfBand)]
  const obstacles = [...marks.flatMap(obstaclesOf), ...bands, ...stepsOf(best, scales, area)]
  return {
    area,
    marks,
    bands,
    curves: curvesOf(input, scales),
    xTicks: scales.xTicks,
    yTicks: scales.yTicks,
    labels: placeLabels(wishes, { frame: area, obstacles }),
    frontierPath: frontierPath(best, scales, area),
  }
}

function curvesOf({ reports, curves }: ScatterInput, { x, y }: Scales): CurveLine[] {
  return shownCurves(reports, curves).map(({ report: { key, identity }, curve }) => ({
    key,
    identity,
    points: curve.points
      .toSorted((a, b) => a.calls - b.calls)
      .map(({ calls, accuracy }) => ({ x: x(calls), y: y(accuracy) })),
  }))
}

function wishOfMark({ key, name, x, y }: Mark) {
  return { key, text: name, anchors: [{ x, y }] }
}

/** A band's name may stand at any height beside it. */
function wishOfBand({ key, name, x, y, width, height }: Band) {
  const shares = [0.5, 0.3, 0.7, 0.1, 0.9]
  return { key, text: name, anchors: shares.map((part) => ({ x: x + width / 2, y: y + part * height })) }
}

/** While a method runs, its place moves to and fro but its bounds only close in: axes that hold them never flicker. */
function scalesFor({ reports, curves }: ScatterInput, area: Box): Scales {
  const points = placeable(reports)
  const bands = banded(reports)
  const drawn = shownCurves(reports, curves).flatMap(({ curve }) => curve.points)
  const placed = [...points, ...bands].map(({ report, calls }) => (report.interim ? report.callsBounds.low : calls))
  const calls = [...placed, ...reports.map(({ spec }) => spec.budget), ...drawn.map((point) => point.calls)]
  const limits = [...points, ...bands.map(({ bounds }) => bounds)]
  const shares = [...limits.flatMap(({ low, high }) => [low, high]), ...drawn.map(({ accuracy }) => accuracy)]
  const least = placed.length === 0 ? 1 : 2 ** Math.floor(Math.log2(Math.max(1, Math.min(...calls))))
  const most = Math.max(2 * least, ...calls) * 1.06
  const x = logScale([least * 0.94, most], [area.x, area.x + area.width])
  const low = Math.max(0, Math.min(1, ...shares) - 0.01)
  const high = Math.min(1, Math.max(0, ...shares) + 0.01)
  const y = linearScale(roundDomain(low < high ? [low, high] : [0, 1]), [area.y + area.height, area.y])
  return {
    x,
    y: y.at,
    xTicks: powersOfTwo(least, most).map((value) => ({ at: x(value), text: `${value}` })),
    yTicks: percentTicks(y),
  }
}

function percentTicks({ at, step, ticks }: LinearScale): Tick[] {
  const digits = Math.max(0, Math.ceil(-Math.log10(100 * step) - 1e-9))
  return ticks.map((value) => ({ at: at(value), text: `${(100 * value).toFixed(digits)}%` }))
}

function powersOfTwo(least: number, most: number): number[] {
  const count = Math.floor(Math.log2(most / least)) + 1
  return Array.from({ length: count }, (_, power) => least * 2 ** power)
}

function markOf(
  { report: { key, name, identity }, calls, accuracy, low, high, kind }: ScatterPoint,
  { x, y }: Scales,
): Mark {
  return { key, name, identity, kind, x: x(calls), y: y(accuracy), yLow: y(low), yHigh: y(high) }
}

const BAND_PX = 12

function bandOf({ report: { key, name, identity }, calls, bounds }: BandedReport, { x, y }: Scales): Band {
  const top = y(bounds.high)
  return {
    key,
    name,
    identity,
    x: x(calls) - BAND_PX / 2,
    y: top,
    width: BAND_PX,
    height: Math.max(2, y(bounds.low) - top),
  }
}

function obstaclesOf({ x, y, yLow, yHigh }: Mark): Box[] {
  return [
    { x: x - 7, y: y - 7, width: 14, height: 14 },
    { x: x - 2, y: yHigh, width: 4, height: Math.max(0, yLow - yHigh) },
  ]
}

/** The level parts of the frontier, which no label should be struck through by. */
function stepsOf(points: readonly ScatterPoint[], scales: Scales, area: Box): Box[] {
  return points.map(({ calls, accuracy }, index) => {
    const next = points[index + 1]
    const end = next === undefined ? area.x + area.width : scales.x(next.calls)
    return { x: scales.x(calls), y: scales.y(accuracy) - 2, width: end - scales.x(calls), height: 4 }
  })
}

function frontierPath(points: readonly ScatterPoint[], scales: Scales, area: Box): string {
  const steps = points.map(({ calls, accuracy }, index) => {
    const px = scales.x(calls).toFixed(1)
    const py = scales.y(accuracy).toFixed(1)
    return index === 0 ? `M${px},${py}` : `H${px}V${py}`
  })
  return steps.length === 0 ? '' : `${steps.join('')}H${(area.x + area.width).toFixed(1)}`
}
