import type { MethodReport } from '@cges-fleet/core'
import type { Identity } from '../families/identity'
import type { NamedReport } from '../families/name-methods'
import type { Box } from './box'
import type { LegendEntry } from './legend-rows'
import { linePath } from './line-path'
import { type Placed, placeLabels } from './place-labels'
import type { Size } from './plot-area'
import { linearScale } from './scales'
import type { Tick } from './tick'
import { withNames } from './with-names'

interface Curve {
  readonly key: string
  readonly identity: Identity
  readonly interim: boolean
  readonly path: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly calls: number; readonly share: number }[]
}

export interface Unresolved {
  readonly area: Box
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly curves: readonly Curve[]
  readonly labels: readonly Placed[]
  /** All names, if not all have room beside their curves. */
  readonly legend: readonly LegendEntry[]
  /** The obstacles that labels keep clear of. */
  readonly obstacles: readonly Box[]
}

const ANCHORS = 6

interface Scales {
  readonly x: (calls: number) => number
  readonly y: (share: number) => number
}

/** The largest budget of any method: the end of the axis of calls. */
export function largestBudget(reports: readonly MethodReport[]): number {
  return Math.max(1, ...reports.map(({ spec }) => spec.budget))
}

/** Lays out the share of trials still unresolved after each call, a step curve a method. */
export function unresolvedGeometry(reports: readonly NamedReport[], size: Size): Unresolved {
  const shown = reports.filter(({ unresolvedAfter }) => unresolvedAfter.length > 0)
  return withNames(shown, size, (area, isNear) => layOut({ shown, most: largestBudget(reports) }, area, isNear))
}

interface Shown {
  readonly shown: readonly NamedReport[]
  readonly most: number
}

function layOut({ shown, most }: Shown, area: Box, isNear: boolean): Omit<Unresolved, 'legend'> {
  const { at: x, ticks } = linearScale([0, most], [area.x, area.x + area.width], Math.min(8, most))
  const { at: y, ticks: shares } = linearScale([0, 1], [area.y + area.height, area.y])
  const wishes = shown.map((report) => ({
    key: report.key,
    text: report.name,
    anchors: anchorsOf(report, { x, y }),
  }))
  const obstacles = shown.flatMap((report) => obstaclesOf(report, { x, y }))
  return {
    area,
    obstacles,
    curves: shown.map((report) => curveOf(report, { x, y })),
    labels: placeLabels(wishes, { frame: area, obstacles, lines: [] }, isNear),
    xTicks: ticks.map((value) => ({ at: x(value), text: `${value}` })),
    yTicks: shares.map((value) => ({ at: y(value), text: `${Math.round(value * 100)}%` })),
  }
}

function curveOf({ key, identity, interim, unresolvedAfter }: NamedReport, { x, y }: Scales): Curve {
  const points = unresolvedAfter.map((share, calls) => ({ x: x(calls), y: y(share), calls, share }))
  return {
    key,
    identity,
    interim,
    points,
    path: linePath(
      points.map((point) => [point.x, point.y]),
      'step',
    ),
  }
}

/** A label may be placed at the middle of any step; steps half-way down separate the lines best. */
function anchorsOf({ unresolvedAfter }: MethodReport, { x, y }: Scales) {
  return unresolvedAfter
    .map((share, calls) => ({ share, x: x(calls + 0.5), y: y(share), far: Math.abs(share - 0.5) }))
    .filter((_, calls) => calls < unresolvedAfter.length - 1)
    .toSorted((a, b) => a.far - b.far)
    .slice(0, ANCHORS)
    .map(({ x, y }) => ({ x, y }))
}

function obstaclesOf({ unresolvedAfter }: MethodReport, { x, y }: Scales): Box[] {
  return unresolvedAfter.slice(0, -1).flatMap((share, calls) => {
    const next = unresolvedAfter[calls + 1] ?? share
    return [
      { x: x(calls), y: y(share) - 2, width: x(calls + 1) - x(calls), height: 4 },
      { x: x(calls + 1) - 2, y: y(share), width: 4, height: y(next) - y(share) },
    ]
  })
}
