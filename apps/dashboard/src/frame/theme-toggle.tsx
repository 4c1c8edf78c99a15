'use client'
import { useState } from 'react'
import { THEME_COOKIE, type Theme } from './theme'

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' }
const MARKS: Record<Theme, string> = { system: '◐', light: '○', dark: '●' }
const WORDS: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' }
const YEAR_SECONDS = 31_536_000

/** Switches between the system's colours, light and dark, and remembers the choice. */
export function ThemeToggle({ initial }: { readonly initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const change = () => {
    const next = NEXT[theme]
    document.documentElement.dataset['theme'] = next
    // The cookie store's newer interface exists only on https and on this very machine.
    document.cookie = `${THEME_COOKIE}=${next}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
    setTheme(next)
  }
  return (
    <button type="button" className="quiet" onClick={change} title={`Colours: ${theme}. Switch to ${NEXT[theme]}.`}>
      <span aria-hidden="true">{MARKS[theme]}</span> <span className="theme-word">{WORDS[theme]}</span>
    </button>
  )
}
