import type { Choice } from './choice'

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
