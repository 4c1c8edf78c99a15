/** A time zone as the time zone database names it. */
export type Zone = string

/** The cookie with the reader's time zone. */
export const ZONE_COOKIE = 'zone'

const LONGEST = 60

/** Parses a time zone from a cookie's value; an invalid one is UTC. */
export function zoneIn(value: string | undefined): Zone {
  if (value === undefined || value.length > LONGEST || !/^[\w+/-]+$/.test(value)) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
