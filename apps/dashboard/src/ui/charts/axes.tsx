import type { Box } from './geometry'
import type { Tick } from './scales'

interface Props {
  readonly area: Box
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly xLabel: string
  readonly yLabel: string
}

/** A chart's grid, ticks and the words on both axes. */
export function Axes({ area, xTicks, yTicks, xLabel, yLabel }: Props) {
  const bottom = area.y + area.height
  return (
    <g className="axes">
      {yTicks.map(({ at, text }) => (
        <g key={at} transform={`translate(${area.x},${at.toFixed(1)})`}>
          <line className="grid" x2={area.width} />
          <text x={-8} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, text }) => (
        <g key={at} transform={`translate(${at.toFixed(1)},${bottom})`}>
          <line className="tick" y2={4} />
          <text y={17} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <line className="base" x1={area.x} x2={area.x + area.width} y1={bottom} y2={bottom} />
      <text className="axis-label" x={area.x + area.width} y={bottom + 34} textAnchor="end">
        {xLabel}
      </text>
      <text className="axis-label" x={0} y={area.y - 16}>
        {yLabel}
      </text>
    </g>
  )
}
