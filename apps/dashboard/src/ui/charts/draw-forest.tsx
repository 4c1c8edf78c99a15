import { formatPoints } from '../format/numbers'
import type { Identity } from '../methods/identity'
import { Glyph } from '../methods/marker'
import type { Drawing } from './drawing'
import { type Box, fitText, type Size, textWidth } from './geometry'
import { type LinearScale, linearScale, type Scale } from './scales'

/** A difference in accuracy with its interval, shares; unpaired ones are drawn dashed. */
export interface ForestRow {
  readonly key: string
  readonly name: string
  readonly identity: Identity
  readonly value: number
  readonly low: number
  readonly high: number
  readonly isPaired: boolean
  /** The value in words. */
  readonly text: string
}

export interface Forest {
  readonly rows: readonly ForestRow[]
  /** δ: the loss a reader is ready for. */
  readonly margin: number
}

const ROW_PX = 30
const TOP = 14
const BOTTOM = 44

/** The height of a forest of that many rows, in pixels, so that the space is reserved before its rows are there. */
export function forestHeight(rows: number): number {
  return TOP + BOTTOM + ROW_PX * Math.max(1, rows)
}

/** Draws differences in accuracy on one scale, a row each, with 0 and the loss one is ready for. */
export function drawForest({ rows, margin }: Forest, { width, height }: Size): Drawing {
  const labels = Math.min(0.42 * width, Math.max(60, ...rows.map(({ name }) => textWidth(name) + 12)))
  const area = { x: labels, y: TOP, width: width - labels - 14, height: height - TOP - BOTTOM }
  const most = 1.05 * Math.max(2 * margin, ...rows.flatMap(({ low, high }) => [Math.abs(low), Math.abs(high)]))
  const ticks = Math.max(3, Math.floor(area.width / 80))
  const across = linearScale([-most, most], [area.x, area.x + area.width], ticks)
  const x = across.at
  const placed = rows.map((row, at) => ({ row, y: area.y + ROW_PX * (at + 0.5) }))
  return {
    points: placed.map(({ row, y }) => ({ series: row.key, x: x(row.value), y, text: `${row.name}: ${row.text}` })),
    content: (
      <>
        <Ruler area={area} across={across} margin={margin} />
        {placed.map(({ row, y }) => (
          <Row key={row.key} row={row} y={y} x={x} labels={labels} />
        ))}
      </>
    ),
  }
}

interface RulerProps {
  readonly area: Box
  readonly across: LinearScale
  readonly margin: number
}

function Ruler({ area, across: { at: x, ticks }, margin }: RulerProps) {
  const bottom = area.y + area.height
  return (
    <g className="axes">
      <rect className="tolerated" x={x(-margin)} width={x(0) - x(-margin)} y={area.y} height={area.height} />
      {ticks.map((value) => (
        <g key={value} transform={`translate(${x(value).toFixed(1)},${bottom})`}>
          <line className={value === 0 ? 'base' : 'grid'} y1={-area.height} />
          <text y={17} textAnchor="middle">
            {formatPoints(value)}
          </text>
        </g>
      ))}
      <text className="axis-label" x={area.x + area.width} y={bottom + 36} textAnchor="end">
        difference in accuracy, points (right: more accurate)
      </text>
    </g>
  )
}

interface RowProps {
  readonly row: ForestRow
  readonly y: number
  readonly x: Scale
  readonly labels: number
}

function Row({ row: { name, identity, value, low, high, isPaired }, y, x, labels }: RowProps) {
  const from = x(low).toFixed(1)
  const to = x(high).toFixed(1)
  return (
    <g className={`forest-row hue-${identity.hue} shade-${identity.shade}`} transform={`translate(0,${y})`}>
      <text x={0} dy="0.34em">
        {fitText(name, labels - 8)}
      </text>
      <path className="whisker" d={`M${from},0H${to}`} strokeDasharray={isPaired ? undefined : '3 3'} />
      <path className="cap" d={`M${from},-4v8M${to},-4v8`} />
      <g transform={`translate(${x(value).toFixed(1)},0)`}>
        <Glyph identity={identity} radius={5.5} hollow={!isPaired} />
      </g>
    </g>
  )
}
