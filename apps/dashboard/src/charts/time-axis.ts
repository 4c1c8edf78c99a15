import { formatInstant } from '../format/format-instant'
import type { Box } from './box'
import { linearScale } from './scales'
import type { Tick } from './tick'

/** A span of time as an axis. */
export interface TimeAxis {
  readonly x: (at: number) => number
  readonly ticks: readonly Tick[]
}

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const MINUTES = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]
const TICK_PX = 74

/** Lays a span of time, in milliseconds since 1970, over an area, with ticks at full minutes, hours or days of a time zone. */
export function timeAxis(area: Box, from: number, to: number, zone = 'UTC'): TimeAxis {
  const x = linearScale([from, to], [area.x, area.x + area.width]).at
  const most = Math.max(2, Math.floor(area.width / TICK_PX))
  const step = (MINUTES.find((minutes) => (to - from) / (minutes * MINUTE_MS) <= most) ?? 1440) * MINUTE_MS
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
