'use client'
import { useSyncExternalStore } from 'react'
import { onStored, loadStored } from './stored'

/** What this browser keeps under a name, as it is now; null on the server and where there is nothing. */
export function useStored(name: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  return useSyncExternalStore(
    onStored,
    () => loadStored(name, where),
    () => null,
  )
}
