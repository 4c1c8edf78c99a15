'use client'

import { usePreference } from './use-preference'
import { type Choice, DENSITIES, type Density, DENSITY_COOKIE, type Theme, THEME_COOKIE, THEMES } from './choices'

/** Switches between the system's colours, light and dark. */
export function ThemeToggle({ initial }: { readonly initial: Theme }) {
  return <CookieToggle name={THEME_COOKIE} what="Colours" choices={THEMES} initial={initial} />
}

/** Brings table rows closer together, for readers of many. */
export function DensityToggle({ initial }: { readonly initial: Density }) {
  return <CookieToggle name={DENSITY_COOKIE} what="Rows of tables" choices={DENSITIES} initial={initial} />
}

interface Props<Value extends string> {
  /** The preference's name. */
  readonly name: string
  /** The name of the choice, as it begins a sentence. */
  readonly what: string
  readonly choices: readonly Choice<Value>[]
  readonly initial: Value
}

/** Goes through the choices of a preference. */
function CookieToggle<Value extends string>({ name, what, choices, initial }: Props<Value>) {
  const [value, change] = usePreference(name, initial)
  const at = choices.findIndex((choice) => choice.value === value)
  const now = choices[Math.max(0, at)]
  const next = choices[(at + 1) % choices.length]
  if (now === undefined || next === undefined) return null
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => change(next.value)}
      title={`${what}: ${now.value}. Switch to ${next.value}.`}
    >
      <span aria-hidden="true">{now.mark}</span> <span className="toggle-word">{now.word}</span>
    </button>
  )
}
