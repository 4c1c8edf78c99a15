'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { Cost } from './scatter-points'
import type { NamedReport } from '../methods/names'

/** The cost axis chosen in the address; calls if no method's tokens are known. */
export function useCost(reports: readonly NamedReport[]): Cost {
  const [wanted] = useInAddress('cost')
  if (wanted === 'time' && hasTime(reports)) return 'time'
  return wanted === 'tokens' && hasTokens(reports) ? 'tokens' : 'calls'
}

/** Whether the tokens of a method are known. */
export function hasTokens(reports: readonly NamedReport[]): boolean {
  return reports.some(({ tokens }) => tokens !== null)
}

/** Whether a method's GPU time was measured. */
export function hasTime(reports: readonly NamedReport[]): boolean {
  return reports.some(({ time }) => time != null)
}

/** How an even axis is written in the address. */
export const EVEN = 'even'

/** Whether the cost axis is linear, from the address; logarithmic by default. */
export function useEvenAxis(): boolean {
  const [wanted] = useInAddress('x')
  return wanted === EVEN
}

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
 * change it there; null if the name is absent. On the server it is what the page's address was read to say.
 */
export function useInAddress(
  name: string,
  onServer: string | null = null,
): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    hear,
    () => new URLSearchParams(globalThis.location.search).get(name),
    () => onServer,
  )
  const change = useCallback(
    (next: string | null) => {
      const url = new URL(globalThis.location.href)
      if (next === null) url.searchParams.delete(name)
      else url.searchParams.set(name, next)
      // With the state that is there the router would take the change for its own, and undo it at the next refresh.
      globalThis.history.replaceState(null, '', url)
      for (const listener of listeners) listener()
    },
    [name],
  )
  return [value, change]
}
