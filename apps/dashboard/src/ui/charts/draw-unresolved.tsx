import type { MethodReport } from '@cges-fleet/core'
import { counted } from '@cges-fleet/core/counted'
import { linePath } from './line-path'
import { formatShare } from '../format/numbers'
import { type Identity, lineDashes } from '../methods/identity'
import { Glyph } from '../methods/marker'
import type { NamedReport } from '../methods/names'
import { Axes } from './axes'
import type { Drawing, Opens } from './drawing'
import type { Box, Size } from './geometry'
import { Labels, Legend } from './names'
import { type Placed, placeLabels } from './place-labels'
import { linearScale, type Tick } from './scales'
import { type LegendEntry, withNames } from './with-names'

/** Draws the share of trials each method has open after every call: the sooner a line falls, the cheaper the method. */
export function drawUnresolved(reports: readonly NamedReport[], size: Size, opens: Opens): Drawing {
  const geometry = unresolvedGeometry(reports, size)
  const byKey = new Map(reports.map((report) => [report.key, report]))
  return {
    content: <UnresolvedContent geometry={geometry} />,
    points: geometry.curves.flatMap(({ key, points, interim }) => {
      const report = byKey.get(key)
      const href = report === undefined ? undefined : opens(report)
      return points.map(({ x, y, calls, share }) => ({
        series: key,
        x,
        y,
        text: `${report?.name ?? key}: after ${counted(calls, 'call')} ${formatShare(share)} open${interim ? ' (estimated)' : ''}`,
        ...(href === undefined ? {} : { href }),
      }))
    }),
  }
}

function UnresolvedContent({
  geometry: { area, xTicks, yTicks, curves, labels, legend },
}: {
  readonly geometry: Unresolved
}) {
  const identities = new Map(curves.map(({ key, identity }) => [key, identity]))
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel="calls" yLabel="trials unresolved" />
      {curves.map(({ key, identity, interim, path, points }) => (
        <g key={key} className={`series hue-${identity.hue} shade-${identity.shade}`}>
          <path className={`curve ${interim ? 'interim' : ''}`} d={path} strokeDasharray={lineDashes(identity.dash)} />
          {points.slice(1, -1).map(({ x, y, calls }, at) =>
            at % Math.ceil(points.length / 6) === 0 ? (
              <g key={calls} transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}>
                <Glyph identity={identity} radius={3.4} hollow={interim} />
              </g>
            ) : null,
          )}
        </g>
      ))}
      <Labels labels={labels} identityOfKey={identities} />
      <Legend entries={legend} />
    </>
  )
}

interface Curve {
  readonly key: string
  readonly identity: Identity
  readonly interim: boolean
  readonly path: string
  readonly points: readonly { readonly x: number; readonly y: number; readonly calls: number; readonly share: number }[]
}

interface Unresolved {
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
    labels: placeLabels(wishes, { bounds: area, obstacles, lines: [] }, isNear),
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
