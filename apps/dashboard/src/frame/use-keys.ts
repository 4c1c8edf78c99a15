'use client'
import { useEffect, useRef } from 'react'
import type { ShortcutKey } from './shortcuts'
import { singleKeysOn } from './single-keys'

/** The actions of keys; each is in the list of shortcuts that a reader can open. */
export type Keys = Readonly<Partial<Record<ShortcutKey, (event: KeyboardEvent) => void>>>

/** How long the second of two keys is waited for. */
const SECOND_MS = 1_500

/** Does what keys stand for, unless somebody types, a dialog is open, or it is a character and those are turned off. */
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

/** Whether a key pressed here is not meant for something else; those that move a slider are the slider's. */
function isFree({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return false
  if (!(target instanceof HTMLElement)) return true
  if (target.matches('input[type=range]')) return !/^(?:Arrow|Page|Home|End)/.test(key)
  return target.closest('input:not([type=checkbox]), textarea, select') === null
}
