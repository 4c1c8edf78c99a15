import type { EvaluationView } from '@cges-fleet/core'

/** One formatter for each time zone, of which there are a few hundred. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Writes an instant the same on the server and in every browser: in UTC, `2026-11-21 07:43:13 UTC`, or in a zone of the time
 * zone database with how far it is from UTC, `2026-11-21 08:43:13 UTC+01:00`.
 */
export function formatInstant(instant: string | number, zone = 'UTC'): string {
  const at = new Date(instant)
  if (zone === 'UTC') return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    formatIn(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName?.replace('GMT', 'UTC').replace('+00:00', '')}`
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const two = '2-digit'
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const format = new Intl.DateTimeFormat('en', { ...fields, timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Writes a length of time in its two largest units: `45 s`, `4 min 10 s`, `2 h 5 min`, `3 d 4 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return pair(whole, { unit: MINUTE, name: 'min', rest: 1, restName: 's' })
  if (whole < DAY) return pair(whole, { unit: HOUR, name: 'h', rest: MINUTE, restName: 'min' })
  return pair(whole, { unit: DAY, name: 'd', rest: HOUR, restName: 'h' })
}

interface Units {
  readonly unit: number
  readonly name: string
  readonly rest: number
  readonly restName: string
}

function pair(seconds: number, { unit, name, rest, restName }: Units): string {
  const left = Math.floor((seconds % unit) / rest)
  const head = `${Math.floor(seconds / unit)} ${name}`
  return left === 0 ? head : `${head} ${left} ${restName}`
}

/** Formats an age in one unit, coarse enough to be read at a glance. */
export function formatAge(seconds: number): string {
  if (seconds < 5) return 'just now'
  if (seconds < 60) return `${Math.floor(seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

type TimeLeft = NonNullable<EvaluationView['eta']>

/** Formats the remaining time as coarsely as it is known. */
export function formatTimeLeft({ seconds }: TimeLeft): string {
  return `about ${formatDuration(coarse(seconds))}`
}

/** Formats the longest it can take, if that differs from the expected time. */
export function formatLongestLeft({ seconds, atMostSeconds }: TimeLeft): string {
  const longest = formatDuration(coarse(atMostSeconds))
  return longest === formatDuration(coarse(seconds)) ? 'at this speed' : `${longest} if all budgets are used up`
}

/** An estimate is rounded to tens of seconds, then to minutes: anything finer would only flicker. */
function coarse(seconds: number): number {
  const step = seconds < 120 ? 10 : seconds < 7200 ? 60 : 600
  return Math.ceil(seconds / step) * step
}
