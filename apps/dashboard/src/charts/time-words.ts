import { formatInstant } from '../format/format-instant'

/** A time of a chart to the minute: `11-21 08:43 UTC+01:00`. */
export function timeWords(at: string | number, zone?: string): string {
  const [day = '', time = '', from = ''] = formatInstant(at, zone).split(' ')
  return `${day.slice(5)} ${time.slice(0, 5)} ${from}`
}

/** The time zone of a chart's times, as an axis states it: `UTC+01:00`, as of an instant. */
export function zoneWords(at: number, zone?: string): string {
  return formatInstant(at, zone).split(' ')[2] ?? ''
}
