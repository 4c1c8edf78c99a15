'use client'
import { useEffect, useRef } from 'react'
import type { ShortcutKey } from './shortcuts'
import { singleKeysOn } from './single-keys'

/** The actions of keys; each is in the list of shortcuts that a reader can open. */
export type Keys = Readonly<Partial<Record<ShortcutKey, (event: KeyboardEvent) => void>>>

/** How long the second of two keys is waited for. */
const SECOND_MS = 1_500

/**
 * Runs the actions of keys, unless the reader is typing, a dialog is open, or the key is a character and those are
 * turned off.
 */
export function useKeys(keys: Keys): void {
  const now = useRef(keys)
  useEffect(() => {
    now.current = keys
  })
  useEffect(() => {
    let first = { key: '', at: 0 }
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !isFree(event)) return
      const both = performance.now() - first.at < SECOND_MS ? `${first.key} ${event.key}` : ''
      first = { key: event.key, at: performance.now() }
      const act = actOf(now.current, both) ?? actOf(now.current, event.key)
      if (act === undefined || (event.key.length === 1 && !singleKeysOn())) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function actOf(keys: Keys, name: string): ((event: KeyboardEvent) => void) | undefined {
  return Object.hasOwn(keys, name) ? keys[name as ShortcutKey] : undefined
}

/** Whether a key pressed here has no other use; keys that move a slider belong to the slider. */
function isFree({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false
  if (!(target instanceof HTMLElement)) return true
  if (target.matches('input[type=range]')) return !/^(?:Arrow|Page|Home|End)/.test(key)
  return target.closest('input:not([type=checkbox]), textarea, select') === null
}
