import type { Drawing } from './drawing'
import { type Box, fitText, type Size } from './geometry'
import { type TimeAxis, timeAxis, type Times, timeWords, zoneWords } from './times'

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

/** Shades of a lane: each is of values up to this. */
const LANE_LEVELS = [0, 0.25, 0.5, 0.75, 0.999, Number.POSITIVE_INFINITY] as const

interface LanePlaces {
  readonly starts: readonly number[]
  readonly x: (at: number) => number
  readonly endOf: (step: number) => number
  readonly height: number
}

/** One path a shade and lane, so that a drawing has few nodes: equal neighbours are one rectangle, what is unknown is none. */
export function lanePath(
  values: readonly (number | null)[],
  level: number,
  { starts, x, endOf, height }: LanePlaces,
): string {
  const is = (step: number) => {
    const value = values[step] ?? null
    return value !== null && LANE_LEVELS.findIndex((most) => value <= most) === level
  }
  return starts
    .map((start, step) => {
      if (!is(step) || (step > 0 && is(step - 1))) return ''
      let last = step
      while (is(last + 1)) last += 1
      return `M${x(start).toFixed(1)},0H${endOf(last).toFixed(1)}V${height}H${x(start).toFixed(1)}Z`
    })
    .join('')
}
