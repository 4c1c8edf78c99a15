'use client'
import { CookieToggle } from './cookie-toggle'
import { THEMES, THEME_COOKIE, type Theme } from './theme'

/** Switches between the system's colours, light and dark. */
export function ThemeToggle({ initial }: { readonly initial: Theme }) {
  return <CookieToggle name={THEME_COOKIE} what="Colours" choices={THEMES} initial={initial} />
}
