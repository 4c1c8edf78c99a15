import { linePath, stepAreaPath } from './line-path'
import { lineDashes } from '../methods/identity'
import { Axes } from './axes'
import type { Drawing, ReadOutPoint } from './drawing'
import { type Box, plotArea, type Size } from './geometry'
import { linearScale, roundDomain, type Scale } from './scales'
import { timeAxis, type TimeMark, type TimeRow, timeRows, type Times, timeWords, zoneWords } from './times'

/** Draws values over time as steps: separate lines, or, if `stacked`, each on top of those before. */
export function drawTimes(times: Times, size: Size, stacked: boolean): Drawing {
  const area = plotArea(size)
  const starts = times.at.map((at) => Date.parse(at))
  const end = (starts.at(-1) ?? 0) + times.stepSeconds * 1000
  const { x, ticks } = timeAxis(area, starts[0] ?? 0, end, times.zone)
  const rows = timeRows(times, stacked)
  const most = Math.max(1, ...rows.flatMap(({ stretches }) => stretches.map(({ high }) => high ?? 0)))
  const upward = linearScale(roundDomain([0, most], 4), [area.y + area.height, area.y], 4)
  const y = upward.at
  const format = times.tickFormat ?? times.format
  return {
    points: rows.flatMap((row, nth) => readOuts(times, { row, nth, x, y })),
    content: (
      <>
        <Axes
          area={area}
          xTicks={ticks}
          yTicks={upward.ticks.map((value) => ({ at: y(value), text: format(value) }))}
          xLabel={zoneWords(end, times.zone)}
          yLabel={times.yLabel}
        />
        {rows.map((row, nth) => (
          <RowOf key={row.key} row={row} nth={nth} x={x} y={y} stacked={stacked} />
        ))}
        <Marks marks={times.marks ?? []} x={x} area={area} />
        {rows.every(({ stretches }) => stretches.every(({ high }) => high === null)) ? (
          <text className="empty" x={area.x + area.width / 2} y={area.y + area.height / 2} textAnchor="middle">
            no data
          </text>
        ) : null}
      </>
    ),
  }
}

interface RowProps {
  readonly row: TimeRow
  readonly nth: number
  readonly x: Scale
  readonly y: Scale
  readonly stacked: boolean
}

function RowOf({ row: { key, stretches }, nth, x, y, stacked }: RowProps) {
  const levels = stretches.map(({ at, low, high }) => ({ x: x(at), low: y(low), high: high === null ? null : y(high) }))
  const top = levels.map((level) => (level.high === null ? null : ([level.x, level.high] as const)))
  return (
    <g className={`time-row row-${nth % 6}`} data-series={key}>
      {stacked ? <path className="time-area" d={stepAreaPath(levels)} /> : null}
      <path className="time-line" d={linePath(top, 'step')} strokeDasharray={stacked ? undefined : lineDashes(nth)} />
    </g>
  )
}

function Marks({ marks, x, area }: { readonly marks: readonly TimeMark[]; readonly x: Scale; readonly area: Box }) {
  return marks.map(({ at, text }) => (
    <g key={at} className="time-mark" transform={`translate(${x(Date.parse(at)).toFixed(1)},0)`}>
      <title>{text}</title>
      <line y1={area.y} y2={area.y + area.height} />
      <path d={`M-4,${area.y - 7}h8l-4,7z`} />
    </g>
  ))
}

interface ReadOf {
  readonly row: TimeRow
  readonly nth: number
  readonly x: Scale
  readonly y: Scale
}

function readOuts({ at, series, format, zone, marks = [] }: Times, { row, nth, x, y }: ReadOf): ReadOutPoint[] {
  const { name = '', values = [] } = series[nth] ?? {}
  return at.flatMap((from, step) => {
    const value = values[step] ?? null
    const high = row.stretches[step]?.high ?? null
    if (value === null || high === null) return []
    const happened = marks.find((mark) => mark.at === from)
    const text = `${timeWords(from, zone)}, ${name}: ${format(value)}${happened === undefined ? '' : ` (${happened.text})`}`
    return [{ series: row.key, x: x(Date.parse(from)), y: y(high), text }]
  })
}
