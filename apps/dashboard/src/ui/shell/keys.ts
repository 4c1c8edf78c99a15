'use client'

import { useEffect, useRef } from 'react'
import { loadStored, store } from '../preferences/stored'

/** The actions of keys; each is in the list of shortcuts that a reader can open. */
type Keys = Readonly<Partial<Record<ShortcutKey, (event: KeyboardEvent) => void>>>

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

interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

/** The keys that do something, where, and what: one list for all pages. */
export const SHORTCUTS = [
  {
    where: 'Everywhere',
    shortcuts: [
      { keys: ['⌘ K', 'Ctrl K'], does: 'Go anywhere: pages, evaluations by name, actions' },
      { keys: ['g e'], does: 'Go to the evaluations' },
      { keys: ['g c'], does: 'Go to Compare' },
      { keys: ['g p'], does: 'Go to the pool' },
      { keys: ['g s'], does: 'Go to the settings' },
      { keys: ['n'], does: 'New evaluation' },
      { keys: ['e'], does: 'Go to the page’s downloads, or to copying its first table' },
      { keys: ['.'], does: 'Actions on this page' },
      { keys: ['?'], does: 'These shortcuts' },
      { keys: ['Escape'], does: 'Close what is open' },
    ],
  },
  {
    where: 'In a list',
    shortcuts: [
      { keys: ['j', 'k'], does: 'Next and previous row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['/'], does: 'Search' },
    ],
  },
  {
    where: 'In the list of evaluations',
    shortcuts: [
      { keys: ['x'], does: 'Select the evaluation; with Shift and a click, all up to another' },
      { keys: ['c'], does: 'Compare the selected evaluations' },
    ],
  },
  {
    where: 'On an evaluation that runs',
    shortcuts: [{ keys: ['p'], does: 'Hold the numbers still, or go on with the newest' }],
  },
  {
    where: 'At charts',
    shortcuts: [{ keys: ['t'], does: 'The table behind the chart in focus, or behind all' }],
  },
  {
    where: 'In the list of questions',
    shortcuts: [{ keys: ['w'], does: 'The question on which methods disagree worst' }],
  },
  {
    where: 'On a question',
    shortcuts: [
      { keys: ['j', 'k'], does: 'Next and previous question' },
      { keys: ['d', 'D'], does: 'Next and previous question on which methods disagree' },
      { keys: ['[', ']'], does: 'Previous and next sample' },
      { keys: ['c'], does: 'Copy the address, with what is open' },
      { keys: ['Escape'], does: 'Close the sample that is open, else go back to the questions' },
    ],
  },
] as const satisfies readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[]

/** A key that does something somewhere: a character, two one after the other, or a key's name. */
export type ShortcutKey = (typeof SHORTCUTS)[number]['shortcuts'][number]['keys'][number]

const NAME = 'single-keys'

/** Returns whether single-letter shortcuts are on; users of speech input may have turned them off. */
export function singleKeysOn(): boolean {
  return loadStored(NAME) !== 'off'
}

/** Turns single letters on or off, for good. */
export function switchSingleKeys(on: boolean): void {
  store(NAME, on ? null : 'off')
}

/** Somewhere the palette can go, or something it can do. */
export interface Place {
  readonly name: string
  /** A word on what it is, beside the name. */
  readonly kind: string
  /** Its single key, if it has one. */
  readonly keys?: ShortcutKey
  readonly act: () => void
}
