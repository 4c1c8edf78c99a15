import type { FinalStatistics, MethodCurve } from '@cges-fleet/core'
import { type ScatterScales, scatterScales } from './scatter-scales'
import type { Identity } from '../methods/identity'
import type { NamedReport } from '../methods/names'
import type { Opens } from './drawing'
import type { Box, Segment, Size } from './geometry'
import { type Placed, placeLabels } from './place-labels'
import type { Tick } from './scales'
import {
  banded,
  type BandedReport,
  type Cost,
  frontier,
  placeable,
  type ScatterPoint,
  shownCurves,
} from './scatter-points'
import { type LegendEntry, withNames } from './with-names'

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

/** The place of a method whose accuracy has only hard bounds: no point within them is likelier than another. */
export interface Band extends Box {
  readonly key: string
  readonly name: string
  readonly identity: Identity
}

/** The results a method would have had with other parameters, cheapest first. */
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
  /** All names, if not all have room beside the things they name. */
  readonly legend: readonly LegendEntry[]
  /** The obstacles that labels keep clear of. */
  readonly obstacles: readonly Box[]
  readonly lines: readonly Segment[]
  readonly frontierPath: string
}

/** From one mark to another, by their keys. */
export interface ScatterArrow {
  readonly from: string
  readonly to: string
}

export interface ScatterInput {
  readonly reports: readonly NamedReport[]
  readonly curves: readonly MethodCurve[]
  readonly by: Cost
  /** Whether the axes fit the methods alone, not their budgets. */
  readonly isZoomed?: boolean
  /** Whether the axis of cost has equal steps; unless given it has equal ratios. */
  readonly isEven?: boolean
  /** Whether the statistics have judged: before that nothing is called best. */
  readonly isJudged: boolean
  /** Methods that another is shown to beat; none unless given. */
  readonly dominated?: FinalStatistics['dominated']
  readonly opens?: Opens
  /** Whether the methods are listed beside the chart, each with its mark. */
  readonly isListed?: boolean
  /** From which mark to which an arrow is drawn, by their keys. */
  readonly arrows?: readonly ScatterArrow[]
}

/**
 * Lays out accuracy against cost: the positions of every mark, interval, band, curve and the frontier, and of their
 * names.
 */
export function scatterGeometry(input: ScatterInput, size: Size): Scatter {
  const named = [...placeable(input.reports, input.by), ...banded(input.reports, input.by)].map(({ report }) => report)
  return withNames(named, size, (area, isNear) => layOut(input, area, isNear), { isListed: input.isListed ?? false })
}

function layOut(input: ScatterInput, area: Box, isNear: boolean): Omit<Scatter, 'legend'> {
  const scales = scatterScales(input, area)
  const points = placeable(input.reports, input.by)
  const marks = points.map((point) => markOf(point, scales))
  const bands = banded(input.reports, input.by).map((each) => bandOf(each, scales))
  const curves = curvesOf(input, scales)
  const best = input.isJudged ? frontier(points) : []
  const drawn = {
    obstacles: [...marks.flatMap(obstaclesOf), ...bands, ...stepsOf(best, scales, area)],
    lines: [...curves.flatMap(segmentsOf), ...arrowLines(input.arrows ?? [], marks)],
  }
  return {
    area,
    marks,
    bands,
    curves,
    xTicks: scales.xTicks,
    yTicks: scales.yTicks,
    ...drawn,
    labels: placeLabels([...marks.map(wishOfMark), ...bands.map(wishOfBand)], { bounds: area, ...drawn }, isNear),
    frontierPath: frontierPath(best, scales, area),
  }
}

/** The arrows as lines that names keep clear of. */
function arrowLines(arrows: readonly ScatterArrow[], marks: readonly Mark[]): Segment[] {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]))
  return arrows.flatMap(({ from, to }) => {
    const [start, end] = [byKey.get(from), byKey.get(to)]
    return start === undefined || end === undefined ? [] : [{ x1: start.x, y1: start.y, x2: end.x, y2: end.y }]
  })
}

function curvesOf({ reports, curves, by }: ScatterInput, { x, y }: ScatterScales): CurveLine[] {
  return shownCurves(reports, curves, by).map(({ report: { key, identity }, points }) => ({
    key,
    identity,
    points: points.map(({ cost, accuracy }) => ({ x: x(cost), y: y(accuracy) })),
  }))
}

function segmentsOf({ points }: CurveLine): Segment[] {
  return points.slice(1).map(({ x, y }, at) => ({ x1: points[at]?.x ?? x, y1: points[at]?.y ?? y, x2: x, y2: y }))
}

function wishOfMark({ key, name, x, y }: Mark) {
  return { key, text: name, anchors: [{ x, y }] }
}

/** A band's name may be placed at any height beside it. */
function wishOfBand({ key, name, x, y, width, height }: Band) {
  const shares = [0.5, 0.3, 0.7, 0.1, 0.9]
  return { key, text: name, anchors: shares.map((part) => ({ x: x + width / 2, y: y + part * height })) }
}

function markOf(
  { report: { key, name, identity }, cost, accuracy, low, high, kind }: ScatterPoint,
  { x, y }: ScatterScales,
): Mark {
  return { key, name, identity, kind, x: x(cost), y: y(accuracy), yLow: y(low), yHigh: y(high) }
}

const BAND_PX = 12

function bandOf({ report: { key, name, identity }, cost, bounds }: BandedReport, { x, y }: ScatterScales): Band {
  const top = y(bounds.high)
  return {
    key,
    name,
    identity,
    x: x(cost) - BAND_PX / 2,
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
function stepsOf(points: readonly ScatterPoint[], scales: ScatterScales, area: Box): Box[] {
  return points.map(({ cost, accuracy }, index) => {
    const next = points[index + 1]
    const end = next === undefined ? area.x + area.width : scales.x(next.cost)
    return { x: scales.x(cost), y: scales.y(accuracy) - 2, width: end - scales.x(cost), height: 4 }
  })
}

function frontierPath(points: readonly ScatterPoint[], scales: ScatterScales, area: Box): string {
  const steps = points.map(({ cost, accuracy }, index) => {
    const px = scales.x(cost).toFixed(1)
    const py = scales.y(accuracy).toFixed(1)
    return index === 0 ? `M${px},${py}` : `H${px}V${py}`
  })
  return steps.length === 0 ? '' : `${steps.join('')}H${(area.x + area.width).toFixed(1)}`
}
