import type { Choice } from './choice'

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
