'use client'

import { useSyncExternalStore } from 'react'

const YEAR_SECONDS = 31_536_000
const listeners = new Set<() => void>()

/**
 * Returns a preference's current value, wherever on the page it was changed, and a function to change it; on the
 * server, the value that came with the request.
 */
export function usePreference<Value extends string>(
  name: string,
  initial: Value,
): readonly [now: Value, change: (value: Value) => void] {
  const now = useSyncExternalStore(
    onChange,
    () => (document.documentElement.dataset[name] as Value | undefined) ?? initial,
    () => initial,
  )
  return [now, (value) => keep(name, value)]
}

/** Keeps it in a cookie, so that the server paints with it, and in the attribute of the page that styles go by. */
function keep(name: string, value: string): void {
  document.documentElement.dataset[name] = value
  // The cookie store's newer interface exists only on https and on this very machine.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  for (const hear of listeners) hear()
}

function onChange(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}
