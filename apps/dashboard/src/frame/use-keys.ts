'use client'
import { useEffect, useRef } from 'react'
import { singleKeysOn } from './single-keys'

/** What keys stand for: a character, or two one after the other, such as `g e`. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** How long the second of two keys is waited for. */
const SECOND_MS = 1_500

/** Does what single keys stand for, unless somebody types, a dialog is open, or they are turned off. */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    let first = { key: '', at: 0 }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree(event.target)) return
      const both = performance.now() - first.at < SECOND_MS ? `${first.key} ${event.key}` : ''
      const name = both in now.current ? both : event.key
      first = { key: event.key, at: performance.now() }
      const act = Object.hasOwn(now.current, name) ? now.current[name] : undefined
      if (act === undefined || !singleKeysOn()) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Whether a key pressed here is not meant for something else. */
function isFree(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return false
  return !(target instanceof HTMLElement && target.closest('input:not([type=checkbox]), textarea, select') !== null)
}
