import { linePath } from './line-path'
import { type Identity, lineDashes } from '../methods/identity'
import { Glyph } from '../methods/marker'
import { Axes } from './axes'
import type { Drawing } from './drawing'
import { type Box, plotArea, type Size } from './geometry'
import { linearScale, logScale, type Scale } from './scales'

type Scales = { readonly x: Scale; readonly y: Scale; readonly area: Box }

const COUNTS_PX = 30

/** Draws a plot of lines and dots, and returns which of its points can be read out. */
export function drawPlot(plot: Plot, size: Size): Drawing {
  const area = plotArea(size)
  const x = scaleOf(plot.x, [area.x, area.x + area.width])
  const y = scaleOf(plot.y, [area.y + area.height, area.y])
  const scales = { x, y, area }
  const points = plot.series.flatMap((series) =>
    series.points.map((point) => ({ series: series.key, x: x(point.x), y: y(point.y), text: point.text })),
  )
  return { points, content: <PlotContent plot={plot} scales={scales} /> }
}

function scaleOf({ domain, scale }: PlotAxis, range: [number, number]): Scale {
  return scale === 'linear' ? linearScale(domain, range).at : logScale(domain, range)
}

function baseOf(scale: 'log2' | 'log10'): number {
  return scale === 'log2' ? 2 : 10
}

function ticksOf(axis: PlotAxis, at: Scale, most: number) {
  const [from, to] = axis.domain
  const base = axis.scale === 'linear' ? null : baseOf(axis.scale)
  const values =
    base === null
      ? linearScale(axis.domain, [0, 1], most).ticks
      : Array.from(
          { length: Math.floor(Math.log(to / from) / Math.log(base) + 1e-9) + 1 },
          (_, power) => from * base ** power,
        )
  return values.map((value) => ({ at: at(value), text: axis.format(value) }))
}

function PlotContent({ plot, scales }: { readonly plot: Plot; readonly scales: Scales }) {
  const { x, y, area } = scales
  const isEmpty = plot.series.every(({ points }) => points.length === 0)
  return (
    <>
      <Axes
        area={area}
        xTicks={ticksOf(plot.x, x, Math.max(2, Math.floor(area.width / 60)))}
        yTicks={ticksOf(plot.y, y, Math.max(2, Math.floor(area.height / 40)))}
        xLabel={plot.x.label}
        yLabel={plot.y.label}
      />
      {plot.counts === undefined ? null : <Counts counts={plot.counts} scales={scales} />}
      {plot.ideal === undefined ? null : (
        <path className="ideal" d={`M${plot.ideal.map(([at, value]) => `${x(at)},${y(value)}`).join('L')}`} />
      )}
      {plot.series.map((series) => (
        <SeriesOf key={series.key} series={series} scales={scales} />
      ))}
      {isEmpty ? (
        <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
          nothing to show
        </text>
      ) : null}
    </>
  )
}

function SeriesOf({ series, scales: { x, y } }: { readonly series: PlotSeries; readonly scales: Scales }) {
  const { look, points, dots } = series
  const places = points.map((point) => [x(point.x), y(point.y)] as const)
  const isMethod = typeof look !== 'string'
  return (
    <g
      className={isMethod ? `series hue-${look.hue} shade-${look.shade}` : `series series-${look}`}
      data-series={series.key}
    >
      {series.line === 'none' ? null : (
        <path
          className="line"
          d={linePath(places, series.line)}
          strokeDasharray={isMethod ? lineDashes(look.dash) : undefined}
        />
      )}
      {points.map(({ x: at, y: value, low, high }) => (
        <g key={at} transform={`translate(${x(at).toFixed(1)},0)`}>
          {low === undefined || high === undefined ? null : (
            <path className="whisker" d={`M0,${y(low).toFixed(1)}V${y(high).toFixed(1)}`} />
          )}
          {!dots ? null : isMethod ? (
            <g transform={`translate(0,${y(value).toFixed(1)})`}>
              <Glyph identity={look} radius={4} hollow={false} />
            </g>
          ) : (
            <circle className="dot" cy={y(value).toFixed(1)} r={3} />
          )}
        </g>
      ))}
    </g>
  )
}

function Counts({
  counts,
  scales: { x, area },
}: {
  readonly counts: NonNullable<Plot['counts']>
  readonly scales: Scales
}) {
  const most = Math.max(1, ...counts.map(({ n }) => n))
  const base = area.y + area.height
  return counts.map(({ from, to, n }) => {
    const height = Math.max(1, COUNTS_PX * (n / most))
    return (
      <rect
        key={from}
        className="count"
        x={x(from)}
        width={Math.max(1, x(to) - x(from) - 0.5)}
        y={base - height}
        height={height}
      />
    )
  })
}

/** One value of a series in the plot's own units, with its interval if it has one, in words for the reader. */
interface PlotPoint {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
  readonly text: string
}

/** One row of values: a line, dots, or both. */
interface PlotSeries {
  readonly key: string
  readonly name: string
  /** How it is drawn: as a method, or as what everything is held to. */
  readonly look: Identity | 'signal' | 'null'
  readonly line: 'straight' | 'step' | 'none'
  readonly dots: boolean
  readonly points: readonly PlotPoint[]
}

export interface PlotAxis {
  readonly label: string
  readonly domain: readonly [number, number]
  readonly scale: 'linear' | 'log2' | 'log10'
  readonly format: (value: number) => string
}

/** A plot to draw: two axes, series, the line of a perfect one, and the number of values behind each place. */
export interface Plot {
  readonly x: PlotAxis
  readonly y: PlotAxis
  readonly series: readonly PlotSeries[]
  /** Points of a line, in the plot's units. */
  readonly ideal?: readonly (readonly [number, number])[]
  readonly counts?: readonly { readonly from: number; readonly to: number; readonly n: number }[]
}
