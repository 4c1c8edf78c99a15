'use client'
import { useCallback, useState } from 'react'

type Values = Readonly<Record<string, string | undefined>>

/**
 * Keeps a page's choices in its address, so that a copied link shows the same; the page is not requested again.
 * Undefined values are removed from the address.
 */
export function useAddress(initial: Values): readonly [Values, (changes: Values) => void] {
  const [values, setValues] = useState(initial)
  const change = useCallback((changes: Values) => {
    setValues((before) => ({ ...before, ...changes }))
    const url = new URL(globalThis.location.href)
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) url.searchParams.delete(key)
      else url.searchParams.set(key, value)
    }
    globalThis.history.replaceState(globalThis.history.state, '', url)
  }, [])
  return [values, change]
}
