'use client'
import { CookieToggle } from './cookie-toggle'
import { DENSITIES, DENSITY_COOKIE, type Density } from './density'

/** Brings table rows closer together, for readers of many. */
export function DensityToggle({ initial }: { readonly initial: Density }) {
  return <CookieToggle name={DENSITY_COOKIE} what="Rows of tables" choices={DENSITIES} initial={initial} />
}
