'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Tells whether the page's scripts are at work: what is typed into a field before they are would be lost. */
export function useScriptsRun(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
