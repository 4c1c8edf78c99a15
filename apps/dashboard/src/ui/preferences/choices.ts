/** How the pages are coloured: as the system asks, or always light, or always dark. */
export type Theme = 'system' | 'light' | 'dark'

/** The cookie with the reader's theme, so that the server can colour the first paint. */
export const THEME_COOKIE = 'theme'

/** Parses a theme from a cookie's value; anything else is the system's choice. */
export function themeIn(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

/** The themes to choose from. */
export const THEMES: readonly Choice<Theme>[] = [
  { value: 'system', mark: '◐', word: 'System' },
  { value: 'light', mark: '○', word: 'Light' },
  { value: 'dark', mark: '●', word: 'Dark' },
]

/** How close the rows of tables are. */
export type Density = 'comfortable' | 'dense'

/** The cookie with the reader's choice, so that the server renders the first paint with it. */
export const DENSITY_COOKIE = 'density'

/** Parses the choice from a cookie's value; anything else is comfortable. */
export function densityIn(value: string | undefined): Density {
  return value === 'dense' ? value : 'comfortable'
}

/** The densities to choose from. */
export const DENSITIES: readonly Choice<Density>[] = [
  { value: 'comfortable', mark: '☰', word: 'Comfortable' },
  { value: 'dense', mark: '≣', word: 'Dense' },
]

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

/** One of the values that a preference can have. */
export interface Choice<Value extends string> {
  readonly value: Value
  /** A symbol for it, used when there is no room for its word. */
  readonly mark: string
  readonly word: string
}
