'use client'
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function hear(listener: () => void): () => void {
  listeners.add(listener)
  globalThis.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('popstate', listener)
  }
}

/**
 * Returns the value of a name in the page's address, shared by all parts of the page that show it, and a function to
 * change it there; null if the name is absent, and on the server.
 */
export function useInAddress(name: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    hear,
    () => new URLSearchParams(globalThis.location.search).get(name),
    () => null,
  )
  const change = useCallback(
    (next: string | null) => {
      const url = new URL(globalThis.location.href)
      if (next === null) url.searchParams.delete(name)
      else url.searchParams.set(name, next)
      globalThis.history.replaceState(globalThis.history.state, '', url)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [value, change]
}
