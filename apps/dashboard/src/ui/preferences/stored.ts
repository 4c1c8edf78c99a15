'use client'

import { useSyncExternalStore } from 'react'

type Where = 'localStorage' | 'sessionStorage'

/** Values written since the page was opened: they also hold if the browser stores nothing. */
const written = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** Reads what this browser keeps under a name; null if there is nothing. */
export function loadStored(name: string, where: Where = 'localStorage'): string | null {
  const held = written.get(`${where} ${name}`)
  if (held !== undefined) return held
  try {
    return globalThis[where].getItem(name)
  } catch {
    return null
  }
}

/** Stores a text under a name, or removes it if it is null. */
export function store(name: string, text: string | null, where: Where = 'localStorage'): void {
  written.set(`${where} ${name}`, text)
  try {
    if (text === null) globalThis[where].removeItem(name)
    else globalThis[where].setItem(name, text)
  } catch {
    // Full, or forbidden: it holds until the page is left.
  }
  for (const hear of listeners) hear()
}

/** Calls `hear` whenever something is stored from now on; returns a function to stop. */
export function onStored(hear: () => void): () => void {
  listeners.add(hear)
  return () => listeners.delete(hear)
}

/** Returns this browser's current value for a name; null on the server and if there is none. */
export function useStored(name: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  return useSyncExternalStore(
    onStored,
    () => loadStored(name, where),
    () => null,
  )
}
