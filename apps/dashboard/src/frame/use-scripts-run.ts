'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Returns whether the page's scripts are running: text typed into a field before that would be lost. */
export function useScriptsRun(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
