import { formatInstant } from '../format/times'
import type { Box } from './geometry'
import { linearScale, type Tick } from './scales'

/** One row of values over time, a value a step; null if it is not known. */
interface TimeSeries {
  readonly key: string
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** An event at a time, in words. */
export interface TimeMark {
  readonly at: string
  readonly text: string
}

/** Values over time to draw: steps of equal length, each by when it began. */
export interface Times {
  readonly at: readonly string[]
  readonly stepSeconds: number
  /** The time zone it is read in; UTC unless given. */
  readonly zone?: string
  readonly series: readonly TimeSeries[]
  readonly marks?: readonly TimeMark[]
  readonly yLabel: string
  /** How a value is read out. */
  readonly format: (value: number) => string
  /** Formats it on the axis, if that differs. */
  readonly tickFormat?: (value: number) => string
}

/** A span of time as an axis. */
export interface TimeAxis {
  readonly x: (at: number) => number
  readonly ticks: readonly Tick[]
}

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080, 20_160, 40_320, 80_640]
const TICK_PX = 74

/** Lays a span of time, in milliseconds since 1970, over an area, with ticks at full minutes, hours or days of a time zone. */
export function timeAxis(area: Box, from: number, to: number, zone = 'UTC'): TimeAxis {
  const x = linearScale([from, to], [area.x, area.x + area.width]).at
  const most = Math.max(2, Math.floor(area.width / TICK_PX))
  const step = (MINUTES.find((minutes) => (to - from) / (minutes * MINUTE_MS) <= most) ?? 161_280) * MINUTE_MS
  const ahead = aheadOfUtc(from, zone)
  const first = Math.ceil((from + ahead) / step) * step - ahead
  const count = Math.max(0, Math.floor((to - first) / step) + 1)
  const written = (at: number) => {
    const text = formatInstant(at, zone)
    return step >= DAY_MS ? text.slice(5, 10) : text.slice(11, 16)
  }
  const ticks = Array.from({ length: count }, (_, n) => first + n * step)
  return { x, ticks: ticks.map((at) => ({ at: x(at), text: written(at) })) }
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function aheadOfUtc(at: number, zone: string): number {
  const [day, time] = formatInstant(at, zone).split(' ')
  return Date.parse(`${day}T${time}Z`) - Math.floor(at / 1000) * 1000
}

/** A value of a row from a time on, and its base; `high` is null if it is not known. */
interface Stretch {
  readonly at: number
  readonly low: number
  readonly high: number | null
}

export interface TimeRow {
  readonly key: string
  readonly stretches: readonly Stretch[]
}

/** Lays values out as steps, if `stacked` each on top of those before; the last is held to the end of its step. */
export function timeRows(
  { at, series, stepSeconds }: Pick<Times, 'at' | 'series' | 'stepSeconds'>,
  stacked: boolean,
): TimeRow[] {
  const starts = at.map((from) => Date.parse(from))
  const below = starts.map(() => 0)
  return series.map(({ key, values }) => {
    const stretches = starts.map((start, step): Stretch => {
      const value = values[step] ?? null
      const low = stacked ? (below[step] ?? 0) : 0
      if (value !== null) below[step] = low + value
      return { at: start, low, high: value === null ? null : low + value }
    })
    const last = stretches.at(-1)
    return { key, stretches: last === undefined ? [] : [...stretches, { ...last, at: last.at + stepSeconds * 1000 }] }
  })
}

/** A time of a chart to the minute: `11-21 08:43 UTC+01:00`. */
export function timeWords(at: string | number, zone?: string): string {
  const [day = '', time = '', from = ''] = formatInstant(at, zone).split(' ')
  return `${day.slice(5)} ${time.slice(0, 5)} ${from}`
}

/** The time zone of a chart's times, as an axis states it: `UTC+01:00`, as of an instant. */
export function zoneWords(at: number, zone?: string): string {
  return formatInstant(at, zone).split(' ')[2] ?? ''
}
