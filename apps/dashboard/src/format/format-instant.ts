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
