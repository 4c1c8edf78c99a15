import type { Choice } from './choice'

/** How close the rows of tables are. */
export type Density = 'comfortable' | 'dense'

/** The cookie a reader's choice is kept in, so that the server lays out the first paint with it. */
export const DENSITY_COOKIE = 'density'

/** Reads it out of a cookie's value; anything else is comfortable. */
export function densityIn(value: string | undefined): Density {
  return value === 'dense' ? value : 'comfortable'
}

/** The densities to choose from. */
export const DENSITIES: readonly Choice<Density>[] = [
  { value: 'comfortable', mark: '☰', word: 'Comfortable' },
  { value: 'dense', mark: '≣', word: 'Dense' },
]
