'use client'
import { useEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, () => void>>

/** Runs what single keys stand for on this page, unless somebody types, or holds a key that makes it another shortcut. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts)
  useEffect(() => {
    newest.current = shortcuts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const run = newest.current[event.key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox'
  return target.isContentEditable || target.matches('textarea, select, dialog *')
}
