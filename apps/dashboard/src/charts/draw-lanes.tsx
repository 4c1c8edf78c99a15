import type { Box } from './box'
import type { Drawing } from './drawing'
import { LANE_LEVELS, lanePath, type LanePlaces } from './lane-path'
import type { Size } from './plot-area'
import { fitText } from './text-width'
import { type TimeAxis, timeAxis } from './time-axis'
import { timeWords, zoneWords } from './time-words'
import type { Times } from './times'

/** The height a row takes, and what the words around all of them do. */
const LANE_PX = 20
const AROUND_PX = 46

/** The height of a drawing of that many rows. */
export function lanesHeight(rows: number): number {
  return AROUND_PX + Math.max(1, rows) * LANE_PX
}

/** Draws shares over time as one row of shades each; a gap in a row means that its worker was absent. */
export function drawLanes(times: Times, { width, height }: Size): Drawing {
  const { at, stepSeconds, series, format, zone } = times
  const x0 = width < 500 ? 74 : 124
  const area: Box = { x: x0, y: 8, width: width - x0 - 8, height: height - AROUND_PX }
  const starts = at.map((from) => Date.parse(from))
  const axis = timeAxis(area, starts[0] ?? 0, (starts.at(-1) ?? 0) + stepSeconds * 1000, zone)
  const endOf = (step: number) => axis.x((starts[step] ?? 0) + stepSeconds * 1000)
  return {
    points: series.flatMap(({ key, name, values }, row) =>
      at.flatMap((from, step) => {
        const value = values[step] ?? null
        if (value === null) return []
        const text = `${timeWords(from, zone)}, ${name}: ${format(value)}`
        return [{ series: key, x: (axis.x(starts[step] ?? 0) + endOf(step)) / 2, y: yOf(row) + LANE_PX / 2 - 2, text }]
      }),
    ),
    content: <Lanes times={times} area={area} axis={axis} places={{ starts, x: axis.x, endOf, height: LANE_PX - 4 }} />,
  }
}

interface LanesProps {
  readonly times: Times
  readonly area: Box
  readonly axis: TimeAxis
  readonly places: LanePlaces
}

function Lanes({ times, area, axis, places }: LanesProps) {
  const bottom = area.y + area.height
  return (
    <>
      {times.series.map(({ key, name, values }, row) => (
        <g key={key} transform={`translate(0,${yOf(row)})`} className="lane" data-series={key}>
          <text x={area.x - 8} y={LANE_PX / 2 - 2} dy="0.34em" textAnchor="end">
            {fitText(name, area.x - 12)}
          </text>
          {LANE_LEVELS.map((_, level) => (
            <path key={level} className={`level-${level}`} d={lanePath(values, level, places)} />
          ))}
        </g>
      ))}
      <g className="axes">
        {axis.ticks.map(({ at, text }) => (
          <text key={at} x={at} y={bottom + 18} textAnchor="middle">
            {text}
          </text>
        ))}
        <text className="axis-label" x={area.x + area.width} y={bottom + 34} textAnchor="end">
          {zoneWords(places.starts.at(-1) ?? 0, times.zone)}
        </text>
      </g>
    </>
  )
}

function yOf(row: number): number {
  return 8 + row * LANE_PX
}
