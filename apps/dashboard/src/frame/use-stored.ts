'use client'
import { useSyncExternalStore } from 'react'
import { onStored, loadStored } from './stored'

/** Returns this browser's current value for a name; null on the server and if there is none. */
export function useStored(name: string, where: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null {
  return useSyncExternalStore(
    onStored,
    () => loadStored(name, where),
    () => null,
  )
}
