import { useId } from 'react'
import { formatInterval, formatBetween, formatShare } from '../format/numbers'
import { lineDashes } from '../methods/identity'
import { Glyph } from '../methods/marker'
import type { NamedReport } from '../methods/names'
import { Axes } from './axes'
import type { Drawing, ReadOutPoint } from './drawing'
import type { Size } from './geometry'
import { Labels, Legend } from './names'
import {
  type Band,
  type CurveLine,
  type Mark,
  type Scatter,
  scatterGeometry,
  type ScatterInput,
} from './scatter-geometry'
import { type Cost, costOf, costText, shownCurves } from './scatter-points'
import { parameterText } from './parameter-text'

/** Draws accuracy against calls or tokens per question, a mark, a band or a curve a method: left is cheaper, up is better. */
export function drawScatter(input: ScatterInput, size: Size): Drawing {
  const scatter = scatterGeometry(input, size)
  return {
    content: (
      <ScatterContent
        scatter={scatter}
        xLabel={xLabelOf(input)}
        yLabel={yLabelOf(scatter, input.reports)}
        beaten={input.dominated ?? []}
      />
    ),
    points: scatterReadOuts(input, scatter),
  }
}

interface ContentProps {
  readonly scatter: Scatter
  readonly xLabel: string
  readonly yLabel: string
  readonly beaten: NonNullable<ScatterInput['dominated']>
}

function ScatterContent({ scatter, xLabel, yLabel, beaten }: ContentProps) {
  const { area, xTicks, yTicks, marks, bands, curves, labels, legend, frontierPath } = scatter
  const identities = new Map([...marks, ...bands].map(({ key, identity }) => [key, identity]))
  return (
    <>
      <Axes area={area} xTicks={xTicks} yTicks={yTicks} xLabel={xLabel} yLabel={yLabel} />
      {marks.length + bands.length > 0 ? null : (
        <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
          nothing to place yet
        </text>
      )}
      <ScatterBands bands={bands} />
      <path className="frontier" d={frontierPath} />
      {curves.map((curve) => (
        <CurvePath key={curve.key} curve={curve} />
      ))}
      {marks.map((mark) => (
        <ScatterMark key={mark.key} mark={mark} isBeaten={beaten.some(({ key }) => key === mark.key)} />
      ))}
      <Labels labels={labels} identityOfKey={identities} />
      <Legend entries={legend} />
    </>
  )
}

function xLabelOf({ by, isEven = false }: ScatterInput): string {
  return `${by === 'time' ? 'GPU seconds' : by} per question${isEven ? '' : ', log₂'} (fewer is cheaper)`
}

/** The axis label never uses the same words for provisional and for final accuracies. */
function yLabelOf({ marks, bands }: Scatter, reports: readonly NamedReport[]): string {
  const kinds = new Set(marks.map(({ kind }) => kind))
  const isDecided = reports.some(({ live }) => live?.decided === true)
  const words = [
    ...(kinds.has('live')
      ? [isDecided ? 'accuracy for all questions, estimated' : 'accuracy so far, where it will end']
      : []),
    ...(kinds.has('interim') ? ['accuracy if stopped now'] : []),
    ...(bands.length > 0 ? ['hard bounds'] : []),
    ...(kinds.has('final') ? ['accuracy, 95% interval'] : []),
  ]
  return words.length === 0 ? 'accuracy' : words.join('; ')
}

function CurvePath({ curve: { key, identity, points } }: { readonly curve: CurveLine }) {
  const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')
  return (
    <g className={`what-if hue-${identity.hue} shade-${identity.shade}`} data-curve={key}>
      <path d={`M${path}`} strokeDasharray={lineDashes(identity.dash)} />
      {points.map(({ x, y }, at) => (
        <circle key={at} cx={x.toFixed(1)} cy={y.toFixed(1)} r={1.7} />
      ))}
    </g>
  )
}

interface MarkProps {
  readonly mark: Mark
  readonly isBeaten: boolean
}

/** A method shown to be beaten is drawn faint: still readable, but not eye-catching. */
function ScatterMark({ mark: { identity, kind, x, y, yLow, yHigh }, isBeaten }: MarkProps) {
  const caps = kind === 'live' ? 'h6m-6,0h-6' : 'h4m-4,0h-4'
  const top = yHigh.toFixed(1)
  const bottom = yLow.toFixed(1)
  return (
    <g
      className={`mark mark-${kind} ${isBeaten ? 'mark-beaten' : ''} hue-${identity.hue} shade-${identity.shade}`}
      transform={`translate(${x.toFixed(1)},0)`}
    >
      <path className="whisker" d={`M0,${top}V${bottom}`} />
      <path className="cap" d={`M0,${top}${caps}M0,${bottom}${caps}`} />
      <g className="point" transform={`translate(0,${y.toFixed(1)})`}>
        <Glyph identity={identity} radius={6} hollow={kind !== 'final'} />
      </g>
    </g>
  )
}

/**
 * The accuracies that are still possible, a hatched band for each method: bounds, not intervals, and no point in them.
 */
function ScatterBands({ bands }: { readonly bands: readonly Band[] }) {
  const id = useId()
  return bands.map(({ key, name, identity, x, y, width, height }, index) => (
    <g key={key} className={`band hue-${identity.hue} shade-${identity.shade}`}>
      <title>{name}</title>
      <pattern
        id={`${id}-${index}`}
        width={4}
        height={4}
        patternUnits="userSpaceOnUse"
        patternTransform={`rotate(${index % 2 === 0 ? 45 : -45})`}
      >
        <line x1={2} x2={2} y1={0} y2={4} />
      </pattern>
      <rect x={x.toFixed(1)} y={y.toFixed(1)} width={width} height={height.toFixed(1)} fill={`url(#${id}-${index})`} />
    </g>
  ))
}

/** Describes each place of the scatter in words: marks and bands first, then the results with other parameters. */
function scatterReadOuts(
  { reports, curves, by, dominated = [], opens }: ScatterInput,
  scatter: Scatter,
): ReadOutPoint[] {
  const byKey = new Map(reports.map((report) => [report.key, report]))
  const ofMarks = [...scatter.marks, ...scatter.bands.map((band) => ({ ...band, x: band.x + band.width / 2 }))]
  return [
    ...ofMarks.flatMap(({ key, x, y }) => {
      const report = byKey.get(key)
      const better = byKey.get(dominated.find((each) => each.key === key)?.by ?? '')
      const beaten = better === undefined ? '' : `, beaten by ${better.name}`
      if (report === undefined) return []
      return [
        { series: 'methods', of: key, x, y, text: `${standing(report, by)}${beaten}`, ...leadOf(opens?.(report)) },
      ]
    }),
    ...shownCurves(reports, curves, by).flatMap(({ report, curve, points }) => {
      const places = scatter.curves.find(({ key }) => key === report.key)?.points ?? []
      return points.flatMap(({ at, cost, accuracy }, place) => {
        const { x, y } = places[place] ?? { x: Number.NaN, y: Number.NaN }
        const what = parameterText(curve.varies, at)
        const text = `${report.name}, had it been ${what}: ${formatShare(accuracy)} at ${costText(cost, by)}`
        return [{ series: report.key, of: report.key, at, x, y, text }]
      })
    }),
  ]
}

function leadOf(href: string | undefined): Pick<ReadOutPoint, 'href'> {
  return href === undefined ? {} : { href }
}

function standing(report: NamedReport, by: Cost): string {
  const { name, live, accuracy, accuracyBounds, interim } = report
  const value = costOf(report, by)
  const cost = value === null ? '' : ` at ${costText(value, by)}${interim && live === null ? ' (estimated)' : ''}`
  if (live?.decided === true)
    return `${name}: ${formatShare(live.value)}${cost}, ${formatBetween(live)}% for all questions`
  if (live !== null) return `${name}: so far ${formatShare(live.value)}${cost}, will end ${formatBetween(live)}%`
  if (accuracy === null) return `${name}: accuracy will end ${formatBetween(accuracyBounds)}%${cost}`
  const when = interim ? 'if stopped now ' : ''
  return `${name}: ${when}${formatShare(accuracy.value)} ${formatInterval(accuracy)}${cost}`
}
