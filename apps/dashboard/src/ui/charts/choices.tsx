'use client'

import { useCallback, useSyncExternalStore } from 'react'
import type { Cost } from './scatter-points'
import type { NamedReport } from '../methods/names'

const COSTS: readonly Cost[] = ['calls', 'tokens']

/** The cost axis chosen in the address; calls if no method's tokens are known. */
export function useCost(reports: readonly NamedReport[]): Cost {
  const [wanted] = useInAddress('cost')
  return wanted === 'tokens' && hasTokens(reports) ? 'tokens' : 'calls'
}

/** Whether the tokens of a method are known. */
export function hasTokens(reports: readonly NamedReport[]): boolean {
  return reports.some(({ tokens }) => tokens !== null)
}

/** Chooses the cost that accuracy is drawn against, for all such charts on a page. */
export function CostChoice({ by }: { readonly by: Cost }) {
  const [, change] = useInAddress('cost')
  return (
    <span className="tabs" role="group" aria-label="Accuracy against">
      {COSTS.map((cost) => (
        <button
          key={cost}
          type="button"
          className="small"
          aria-pressed={cost === by}
          onClick={() => change(cost === 'calls' ? null : cost)}
        >
          {cost}
        </button>
      ))}
    </span>
  )
}

const EVEN = 'even'

/** Whether the cost axis is linear, from the address; logarithmic by default. */
export function useEvenAxis(): boolean {
  const [wanted] = useInAddress('x')
  return wanted === EVEN
}

/** Chooses between an axis of equal ratios, which parts the cheap methods, and one of equal steps, on which a saving has its length. */
export function AxisChoice({ isEven }: { readonly isEven: boolean }) {
  const [, change] = useInAddress('x')
  return (
    <span className="tabs" role="group" aria-label="Axis of cost">
      <button type="button" className="small" aria-pressed={!isEven} onClick={() => change(null)}>
        log₂
      </button>
      <button type="button" className="small" aria-pressed={isEven} onClick={() => change(EVEN)}>
        even
      </button>
    </span>
  )
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
 * change it there; null if the name is absent, and on the server.
 */
function useInAddress(name: string): readonly [string | null, (value: string | null) => void] {
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
